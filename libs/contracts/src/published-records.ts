import { CONSUMER_CONTRACTS } from './consumer-contracts';
import * as auth from './generated-auth';
import * as deals from './generated-deals';
import * as marketing from './generated-marketing';
import * as notifier from './generated-notifier';
import * as people from './generated-people';

/** The generated code of the message of a record. */
export interface RecordMessage {
  encode(record: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
}

const MESSAGES = { ...auth, ...deals, ...marketing, ...notifier, ...people } as unknown as Readonly<
  Record<string, RecordMessage | undefined>
>;

/** What a message belongs to; a descriptor is one. */
interface Named {
  readonly service: string;
  readonly resource: string;
  readonly noun: string;
}

/** The message of the records of a resource, which has the name of its noun. */
export const findRecordMessage = ({ noun }: Pick<Named, 'noun'>): RecordMessage | undefined => MESSAGES[noun];

/** True if another service reads the records of the resource in its changes. */
const isRead = ({ service, resource }: Named): boolean =>
  Object.values(CONSUMER_CONTRACTS).some((contract) => contract[`${service}.${resource}.created`]?.record);

/** The message of records that other services read in changes; undefined: changes contain no record. */
export const findPublishedMessage = (named: Named): RecordMessage | undefined =>
  isRead(named) ? findRecordMessage(named) : undefined;
