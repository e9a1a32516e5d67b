import deals from '../consumers/deals.json';
import marketing from '../consumers/marketing.json';
import notifier from '../consumers/notifier.json';
import people from '../consumers/people.json';
import { FactServiceDefinition } from './generated-facts';
import { BACKENDS } from './services';

/** The fields of a message or response of another service that a service reads, as an example. */
export interface Expectation {
  /** Of a message: ids of the changed records. */
  readonly ids?: readonly number[];
  /** Of a message: the record after the change. */
  readonly record?: object;
  /** Of a message: the data of a fact. */
  readonly data?: object;
  /** Of a method: the request that the consumer sends. */
  readonly request?: object;
  /** Of a method: the response. */
  readonly response?: object;
  /** Of a list: the message whose record has the fields that the consumer reads. */
  readonly records?: string;
}

/**
 * Expectations by the type of a message (`people.people.created`; it applies to `updated` too) or the path of a
 * method (`/porchlight.people.v1.PersonService/ListPeople`).
 */
export type ConsumerContract = Readonly<Record<string, Expectation>>;

/** The contract of each service that uses messages or methods of others, besides the gateway. */
export const CONSUMER_CONTRACTS: Readonly<Record<string, ConsumerContract>> = { deals, marketing, notifier, people };

/** Every service asks the owners of facts before it deletes or reassigns. */
const CONFIRM_FACTS = `/${FactServiceDefinition.fullName}/${FactServiceDefinition.methods.confirmFacts.name}`;

/**
 * Paths of the RPC methods that each service may call: those of its contract, and the confirmation of facts. The
 * gateway may call all. A token that such a service signs allows no other call, for any actor
 * (docs/adr/0026-one-key-per-service.md).
 */
export const SERVICE_CALLS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  BACKENDS.map((consumer) => [
    consumer,
    [...Object.keys(CONSUMER_CONTRACTS[consumer] ?? {}).filter((name) => name.startsWith('/')), CONFIRM_FACTS],
  ]),
);
