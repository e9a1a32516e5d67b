import {
  date,
  flag,
  listOf,
  mapOf,
  number,
  onlyTrue,
  optional,
  text,
  type Columns,
  type Stored,
} from '../schema/columns';
import { defineDocument } from '../schema/document-schema';

const counterColumns = {
  _id: text,
  accountId: number,
  resource: text,
  /** Field of the count key -> count. */
  n: mapOf(number),
  /** Process instance -> number of its last counted write (appliedThrough). */
  marks: optional(mapOf(number)),
  /** Instances that the relay has taken over: their own process cannot change this document any more. */
  fenced: optional(mapOf(onlyTrue)),
  /** Events that the relay counted and whose documents it may not have cleared yet. */
  swept: optional(listOf(text)),
  sweptAt: optional(date),
  /** It holds as many texts as the limit allows: those that it does not hold are not tracked. */
  overflow: optional(flag),
  /** Lease epoch of the relay that wrote it last. */
  sweep: optional(number),
} satisfies Columns;

/** Counters of an account and resource (or a part of them), and which writes they contain. */
export type CounterDocument = Stored<typeof counterColumns>;
export const counterSchema = defineDocument(counterColumns);
