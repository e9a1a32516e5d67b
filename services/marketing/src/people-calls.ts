import type { Actor } from '@porchlight/access';
import type { Event, RecordEmailRequest } from '@porchlight/contracts';

/** Sends a mail to the people service, which records it once per key. */
export type SaveEmail = (accountId: number, request: RecordEmailRequest, signal: AbortSignal) => Promise<unknown>;

/** A lead as it goes to the people service. */
export interface SentLead {
  readonly actor: Actor;
  readonly request: {
    readonly record: Event;
    readonly mask: string[];
    readonly options: Record<string, string>;
    readonly ignored: string[];
  };
  /** The same mail creates one event. */
  readonly key: string;
}

/** Sends a lead to the people service. */
export type SendLead = (lead: SentLead, signal: AbortSignal) => Promise<unknown>;
