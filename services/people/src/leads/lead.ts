import type { Address, Email, Phone } from '@porchlight/contracts';
import type { CustomValues } from '@porchlight/custom-fields';
import type { EventContent } from '../events';
import type { FlowLead } from './lead-flow';

/** The person of a lead, with normalized names and contacts. */
export interface LeadPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly emails: readonly Email[];
  readonly phones: readonly Phone[];
  readonly addresses: readonly Address[];
  readonly tags: readonly string[];
  readonly price?: number;
  readonly background?: string;
  readonly source: string;
  readonly sourceUrl?: string;
  /** Values of custom fields, as stored. */
  readonly custom?: CustomValues;
}

/** A lead as it is stored. */
export interface Lead {
  /** The person id in the request, if any. */
  readonly personId?: number;
  readonly person: LeadPerson;
  readonly type: string;
  /** Of a type that starts plans; at most a day old unless `historyOnly` is set. */
  readonly isInquiry: boolean;
  /** When it happened, ms. */
  readonly at: number;
  /** The time that the lead states, ms. */
  readonly sentAt?: number;
  readonly historyOnly: boolean;
  /** What the lead said about the person, as JSON (D13.2). */
  readonly submitted?: string;
  readonly event: Omit<EventContent, 'personId' | 'viewers'>;
  /** Input of lead flow, for a new person. */
  readonly flow: Omit<FlowLead, 'actor' | 'historyOnly'>;
  /** For a new person. */
  readonly stageId: number;
  readonly contacted: boolean;
  readonly createdVia: string;
  /** Names of ignored fields: their values do not exist in the account. */
  readonly ignored: readonly string[];
}
