import type { Call } from './call';
import type { operations } from './generated/schema';
import type { AnyPage, Listing } from './listing';
import type { CallOptions } from './transport';

/** The names of operations in the API description: `people.people.list`. */
export type OperationId = Extract<keyof operations, string>;

/** The body of the successful response of an operation. */
export type OperationResult<Id extends OperationId> = Result<operations[Id]>;

/** A method takes the parameters of its path in their order, then the body, the query and the options. */
export type Operation<O, Path extends readonly unknown[]> = (
  ...args: [...Path, ...BodyArgument<O>, ...QueryArguments<O>]
) => Sent<Result<O>>;

type Parameters<O, In extends string> = O extends { parameters: infer P }
  ? In extends keyof P
    ? P[In]
    : undefined
  : undefined;

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
type BodyArgument<O> = O extends { requestBody: object }
  ? [body: Json<O['requestBody']>]
  : O extends { requestBody?: infer Body }
    ? Exclude<Body, undefined> extends never
      ? []
      : [body?: Json<Exclude<Body, undefined>>]
    : [];

type Query<O> = Exclude<Parameters<O, 'query'>, undefined>;
type QueryArguments<O> = [Query<O>] extends [never]
  ? [query?: undefined, options?: CallOptions]
  : [query?: Loose<Query<O>>, options?: CallOptions];

/** Also accepts filters on custom fields, and a Date as a time. */
type Loose<Query> = {
  readonly [K in keyof Query]: Query[K] | (Exclude<Query[K], undefined> extends string ? Date : never);
} & {
  readonly [custom: `custom${string}`]: string | number | boolean | undefined;
};

type Result<O> = O extends { responses: infer R } ? { [Status in keyof R]: Json<R[Status]> }[keyof R] : undefined;

type Sent<T> = [T] extends [AnyPage] ? Listing<T> : Call<T>;
