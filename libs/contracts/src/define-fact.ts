import * as z from 'zod';
import type { Change } from './generated/porchlight/change/v1/change';

/** Data of a fact: a JSON object. */
export type FactData = Readonly<Record<string, unknown>>;

/**
 * What a consumer does with a fact. `destroys`: it deletes or reassigns, so consumers act on it only after the owning
 * service confirms it (`answerFacts` of libs/backend). `adds`: anything else.
 */
export type FactEffect = 'adds' | 'destroys';

/** A fact with this data. */
export interface FactDefinition<
  T extends FactData,
  Type extends string = string,
  Effect extends FactEffect = FactEffect,
> {
  readonly service: string;
  readonly resource: string;
  readonly name: string;
  readonly type: Type;
  readonly effect: Effect;
  readonly summary: string;
  readonly data: z.ZodType<T>;
  /** Returns the data of a message of this type. Throws if it is invalid. */
  readonly parse: (change: Pick<Change, 'dataJson'>) => T;
  /** Returns the event with which a write publishes the fact. */
  readonly event: (value: T) => { readonly name: string; readonly data: T; readonly internal: true };
}

/**
 * Declares a fact: a message from one service to others that is no change of a record and fires no webhook. Its type is
 * `<service>.<resource>.<name>`. It is published to the topic of its service as a `Change` whose verb is the name and
 * whose `data_json` is the data. Consumers may get it twice or late.
 */
export const defineFact = <const Type extends string, Effect extends FactEffect, T extends FactData>(
  type: Type,
  effect: Effect,
  summary: string,
  data: z.ZodType<T>,
): FactDefinition<T, Type, Effect> => {
  const [service = '', resource = '', name = ''] = type.split('.');
  return {
    service,
    resource,
    name,
    type,
    effect,
    summary,
    data,
    parse: ({ dataJson }) => data.parse(JSON.parse(dataJson)),
    event: (value) => ({ name, data: value, internal: true }),
  };
};
