import type { BatchHandler } from '@porchlight/bus';
import type { Handlers, ServiceDefinition, ServiceOptions } from '@porchlight/rpc';
import type { Worker } from '@porchlight/runtime';
import type { Migration } from '@porchlight/store';
import type { NamingRecords } from '../naming-records';

/** Methods of one RPC service. Features may serve a part of them each; the start fails if one is missing or twice. */
export interface ServedMethods {
  readonly definition: ServiceDefinition;
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly options: ServiceOptions;
}

/** Declares which methods of an RPC service a feature serves. */
export const methods = <D extends ServiceDefinition>(
  definition: D,
  handlers: Partial<Handlers<D>>,
  options: ServiceOptions = {},
): ServedMethods => ({ definition, handlers, options });

/** A handler of a consumer group, and the types of messages that it reads. */
export interface TypedHandler {
  readonly types: ReadonlySet<string>;
  readonly handler: BatchHandler;
}

/** Creates a background worker. A worker that calls `hold` runs in one replica at a time. */
export type CreateWorker = (hold: () => Promise<boolean>) => Worker;

/** A worker with the name that logs show. */
export interface NamedWorker {
  readonly name: string;
  readonly createWorker: CreateWorker;
}

/** What a feature serves and runs. */
export interface Served<Group extends string> {
  readonly methods?: readonly ServedMethods[];
  /**
   * Handlers of changes by consumer group; those of a group run one after another, in the order of the features. If
   * each names the types of messages that it reads, the group receives only these; a handler also gets those of others.
   */
  readonly on?: Readonly<Partial<Record<Group, BatchHandler | TypedHandler>>>;
  /** Handler of disabled, enabled and deleted accounts, and of further types of messages of auth. */
  readonly onAccounts?: BatchHandler | TypedHandler;
  /** Jobs that this process runs: `jobs.run(ports)`. */
  readonly jobs?: readonly NamedWorker[];
  /** Background loops that are no jobs, by name. */
  readonly workers?: Readonly<Record<string, CreateWorker>>;
  /** Records that name other records (D13.3). */
  readonly names?: readonly NamingRecords[];
  /** Migrations besides those of the service; they run after them. */
  readonly migrations?: readonly Migration[];
  /** Runs at the stop, after workers and consumers. The steps of later features run first. */
  readonly stop?: (deadline: AbortSignal) => Promise<unknown>;
}

/** A part of a service as a value: what it needs, what it opens for others, and what it serves. */
export interface Feature<S, Group extends string, X> {
  readonly name: string;
  readonly needs: FeatureNeeds;
  readonly open: (parts: never) => X;
  readonly serve?: ((opened: X, parts: never) => Served<Group>) | undefined;
  /** Only for types: the parts of the service that it uses. */
  readonly service?: S;
}

/** Features that others use. */
export type FeatureNeeds = Readonly<Record<string, AnyFeature>>;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- of any value
export type FeatureOf<S, Group extends string> = Feature<S, Group, any>;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a feature of any service
export type AnyFeature = FeatureOf<any, any>;

/** What a feature opens for those that need it. */
export type Opened<F> = F extends { readonly open: (parts: never) => infer X } ? X : never;

/** The opened features by the names under which they are needed. */
export type OpenedNeeds<N extends FeatureNeeds> = { readonly [K in keyof N]: Opened<N[K]> };

/** A feature, as a service declares it. */
export interface FeatureDefinition<S, Group extends string, N extends FeatureNeeds, X> {
  /** The name of its folder. */
  readonly name: string;
  /** Features that are opened before this one; what they open is passed by these names. */
  readonly needs?: N;
  /** Opens stores and values that other features use. Nothing is read or served yet. */
  readonly open: (parts: S & OpenedNeeds<N>) => X;
  /** What it serves and runs. Called when every feature is open. */
  readonly serve?: (opened: X, parts: S & OpenedNeeds<N>) => Served<Group>;
}

/**
 * Returns the `defineFeature` of a service: `S` are the parts that the service gives to each feature, `Group` the names
 * of its consumer groups.
 */
export const defineFeatures =
  <S, Group extends string>() =>
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- a feature that needs no other
  <X, N extends FeatureNeeds = {}>(definition: FeatureDefinition<S, Group, N, X>): Feature<S, Group, X> => ({
    needs: {},
    ...definition,
  });
