/** A drill as its trainee goes through it. The server keeps nothing of it: its signed text is kept on this device. */
import { keep, kept } from '../parts/kept';
import { post, sentence, Unwilling } from '../wire/api';
import {
  type DrillAbout,
  DrillDocument,
  type DrillRequest,
  type ReplyRequest,
  type ResumeRequest,
} from '../wire/documents';
import { t, type Word } from '../words/t';

const KEPT = 'drill';

export type Reply = Pick<ReplyRequest, 'choice' | 'amount' | 'report'>;

export class Drill {
  document = $state.raw<DrillDocument | null>(null);
  /** Whether the last answer is being looked at, before the next exercise. */
  judged = $state(false);
  busy = $state(false);
  trouble = $state('');

  get due() {
    return this.judged ? null : (this.document?.due ?? null);
  }
  get last() {
    return this.judged ? (this.document?.judged.at(-1) ?? null) : null;
  }

  async #ask(path: string, body: DrillRequest | ResumeRequest | ReplyRequest): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = '';
    try {
      this.document = await post(path, body, DrillDocument);
      keep(KEPT, this.document.drill);
      return true;
    } catch (caught) {
      this.trouble = sentence(caught);
      if (caught instanceof Unwilling && caught.why === 'no_such_drill') {
        this.end();
        this.trouble = t('The last drill on this device was not yours, or is too old. Begin another.');
      }
      return false;
    } finally {
      this.busy = false;
    }
  }

  begin = async (asked: DrillRequest): Promise<void> => {
    if (await this.#ask('/api/drills', asked)) this.judged = false;
  };

  /** Goes on where the page was closed or loaded again. */
  resume = async (): Promise<void> => {
    const drill = kept(KEPT);
    if (drill) await this.#ask('/api/drills/resume', { drill });
  };

  reply = async (said: Reply): Promise<void> => {
    const { document, due } = this;
    if (!document || !due) return;
    if (await this.#ask('/api/drills/replies', { drill: document.drill, exercise: due.exercise, ...said }))
      this.judged = true;
  };

  goOn = (): void => {
    this.judged = false;
  };

  end = (): void => {
    keep(KEPT, '');
    this.document = null;
    this.judged = false;
    this.trouble = '';
  };
}

export const ABOUT: Record<DrillAbout, Word> = {
  all: 'Everything, mixed',
  procedures: 'Procedures: the next step',
  pays: 'Pays: the right amount',
  irregularities: 'Irregularities: report and remedy',
};
