import { EmailMessageServiceDefinition } from '@porchlight/contracts';
import type { SaveEmail } from './people-calls';
import { defineFeature } from './service';

/** A sent mail of an action plan with what is recorded. */
interface RecordableMail {
  readonly _id: string;
  readonly accountId: number;
  readonly personId: number;
  readonly at?: Date;
  readonly messageId?: string;
  readonly content?: {
    readonly subject: string;
    readonly body: string;
    readonly isHtml: boolean;
    readonly from: string;
    readonly to: string;
    readonly userId?: number;
    readonly actionPlanId?: number;
  };
}

/** The records of mails, in the people service. */
export interface EmailRecords {
  /** Records a sent mail, once, however often it is called. Throws UNAVAILABLE and DEADLINE. */
  record(mail: RecordableMail, signal: AbortSignal): Promise<void>;
  readonly save: SaveEmail;
}

const TIMEOUT_MS = 10_000;

/**
 * Records of mails that this service sent or received (D12.7). Bodies go by RPC, not by the bus, whose messages outlive
 * the erasure of a person (ADR 51).
 */
export const emailRecords = defineFeature({
  name: 'emailRecords',
  open({ connect, saveEmail }): EmailRecords {
    const save: SaveEmail =
      saveEmail ??
      (async (accountId, request, signal) =>
        connect('people', EmailMessageServiceDefinition).recordEmail(request, {
          actor: { accountId, userId: 0, role: 'Operator' },
          timeoutMs: TIMEOUT_MS,
          signal,
        }));
    return {
      save,
      async record({ _id, accountId, personId, at, messageId, content }, signal) {
        if (!content) return;
        const record = { id: 0, version: 0, status: 'Sent', isIncoming: false, personId, messageId, ...content };
        await save(accountId, { key: `plan:${_id}`, record, at }, signal);
      },
    };
  },
});
