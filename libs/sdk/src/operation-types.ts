import type { Call } from './call';
import type { operations } from './generated/schema';
import type { AnyPage, Listing } from './listing';
import type { CallOptions } from './transport';

/** Names of operations as the service describes them: `people.people.list`. */
export type OperationId = Extract<keyof operations, string>;

type ResourceOf<Id> = Id extends `${string}.${infer Resource}.${string}` ? Resource : never;

/** The client: one property per resource, one method per operation. */
export type Operations = {
  readonly [Resource in ResourceOf<OperationId>]: {
    readonly [Id in OperationId as Id extends `${string}.${Resource}.${infer Verb}` ? Verb : never]: Operation<
      operations[Id]
    >;
  };
};

/**
 * A method takes the parameters of its path in their order, then the body if there is one, then the query, then
 * options.
 */
type Operation<O> = (
  ...given: [...PathArguments<O>, ...BodyArgument<O>, ...QueryArguments<O>]
) => Answered<AnswerOf<O>>;

type ParametersOf<O, In extends string> = O extends { parameters: infer P }
  ? In extends keyof P
    ? P[In]
    : undefined
  : undefined;

/** One argument per parameter of the path; the only ones with two are keys of users and conversations of apps. */
type PathArguments<O> =
  ParametersOf<O, 'path'> extends infer P
    ? P extends undefined
      ? []
      : P extends { id: infer Id; keyId: infer Key }
        ? [id: Id, keyId: Key]
        : P extends { id: infer Id; externalId: infer External }
          ? [id: Id, externalId: External]
          : P extends { eventId: infer Id }
            ? [eventId: Id]
            : P extends { id: infer Id }
              ? [id: Id]
              : []
    : [];

type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : undefined;
type BodyArgument<O> = O extends { requestBody?: infer Body }
  ? Exclude<Body, undefined> extends never
    ? []
    : [body: JsonOf<Exclude<Body, undefined>>]
  : [];

type QueryOf<O> = Exclude<ParametersOf<O, 'query'>, undefined>;
type QueryArguments<O> = [QueryOf<O>] extends [never]
  ? [query?: undefined, options?: CallOptions]
  : [query?: Loose<QueryOf<O>>, options?: CallOptions];

/** Fields that accounts add may be filtered by, and a time may be a Date. */
type Loose<Query> = {
  readonly [K in keyof Query]: Query[K] | (Exclude<Query[K], undefined> extends string ? Date : never);
} & {
  readonly [custom: `custom${string}`]: string | number | boolean | undefined;
};

type AnswerOf<O> = O extends { responses: infer R } ? { [Status in keyof R]: JsonOf<R[Status]> }[keyof R] : undefined;

type Answered<T> = [T] extends [AnyPage] ? Listing<T> : Call<T>;
