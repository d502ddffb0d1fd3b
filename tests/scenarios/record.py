"""Records every transcript anew: `python -m tests.scenarios.record`. Read what changed before you keep it."""

from tests.scenarios.stories import STORIES
from tests.scenarios.stories.story import FOLDER, file_of


def record() -> None:
    """Write each story's transcript, and remove those that are no longer told."""
    for name, story in STORIES.items():
        file_of(name).write_text(story.told(), encoding="utf-8")
    for file in FOLDER.glob("*.txt"):
        if file.stem not in STORIES:
            file.unlink()


if __name__ == "__main__":
    record()
