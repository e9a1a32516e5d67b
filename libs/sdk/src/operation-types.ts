import type { Call } from './call';
import type { operations } from './generated/schema';
import type { AnyPage, Listing } from './listing';
import type { CallOptions } from './transport';

/** The names of operations in the API description: `people.people.list`. */
export type OperationId = Extract<keyof operations, string>;

type ResourceName<Id> = Id extends `${string}.${infer Resource}.${string}` ? Resource : never;

/** The client: one property per resource, one method per operation. */
export type Operations = {
  readonly [Resource in ResourceName<OperationId>]: {
    readonly [Id in OperationId as Id extends `${string}.${Resource}.${infer Verb}` ? Verb : never]: Operation<
      operations[Id]
    >;
  };
};

/** The body of the successful response of an operation. */
export type OperationResult<Id extends OperationId> = Result<operations[Id]>;

/** A method takes the parameters of its path in their order, then the body, the query and the options. */
type Operation<O> = (...given: [...PathArguments<O>, ...BodyArgument<O>, ...QueryArguments<O>]) => Sent<Result<O>>;

type Parameters<O, In extends string> = O extends { parameters: infer P }
  ? In extends keyof P
    ? P[In]
    : undefined
  : undefined;

/** One argument per parameter of the path. TypeScript does not know their order, so each combination is listed. */
type PathArguments<O> =
  Parameters<O, 'path'> extends infer P
    ? P extends undefined
      ? []
      : P extends { id: infer Id; keyId: infer Key }
        ? [id: Id, keyId: Key]
        : P extends { id: infer Id; externalId: infer External }
          ? [id: Id, externalId: External]
          : P extends { refType: infer Kind; id: infer Id }
            ? [refType: Kind, id: Id]
            : P extends { upload: infer Upload }
              ? [upload: Upload]
              : P extends { eventId: infer Id }
                ? [eventId: Id]
                : P extends { system: infer System }
                  ? [system: System]
                  : P extends { id: infer Id }
                    ? [id: Id]
                    : []
    : [];

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
