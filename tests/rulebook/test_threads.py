"""Rules are put in force by many threads at once, as a server does when it opens its tables."""

import subprocess
import sys

AT_ONCE = """
import sys, threading
from wartable.rulebook import load_rulebook, rulebook_names, rules_in_force
sys.setswitchinterval(1e-6)
books = [load_rulebook(name) for name in sorted(set(rulebook_names().values()))]
together, found = threading.Barrier(8), []
def put_in_force(number):
    together.wait()
    found.append(rules_in_force(books[number % len(books)]).rulebook)
threads = [threading.Thread(target=put_in_force, args=(number,)) for number in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(found))
"""


def test_threads_that_meet_the_rules_for_the_first_time_together_all_get_them() -> None:
    for _ in range(5):
        done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "8\n", "")
