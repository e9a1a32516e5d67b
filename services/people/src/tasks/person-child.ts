import { isDeepStrictEqual } from 'node:util';
import type { Person } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import type { Draft, ResourceStore, StoreCall, Strategy, Write } from '@porchlight/store';
import type { AccountSettings, AccountSettingsCache } from '../settings';
import {
  type AuthoredDocument,
  defined,
  noSuchPerson,
  type OwnFields,
  type PersonDocument,
  listViewers,
} from '../person';

/** Fields of every record that belongs to a person. */
export interface AuthoredRecord extends Row {
  created?: Date | undefined;
  updated?: Date | undefined;
  personId?: number | undefined;
  createdById?: number | undefined;
  updatedById?: number | undefined;
  createdBy?: string | undefined;
  updatedBy?: string | undefined;
}

/** The caller who writes a record of a person, and the account settings. */
export interface ChildContext {
  readonly call: StoreCall;
  readonly settings: AccountSettings;
  /** Users, besides owner and brokers, who may see the person. */
  readonly viewers: readonly number[];
  /** On create. */
  readonly person?: PersonDocument;
}

/** The rules of one kind of record that belongs to a person. They throw Refusal. */
export interface ChildRules<R extends AuthoredRecord, D extends AuthoredDocument> {
  prepareNew(context: ChildContext, input: R, mask: ReadonlySet<string>): OwnFields<D>;
  /** The document after an update; undefined values clear. */
  prepareChanged(context: ChildContext, before: D, input: R, mask: ReadonlySet<string>): D;
  /** Fields of the record that differ from the stored ones. */
  render(document: D, settings: AccountSettings): Partial<R>;
}

/** What the rules of these records read. */
export interface ChildSources {
  readonly people: Pick<ResourceStore<Person, PersonDocument>, 'load'>;
  readonly settingsCache: AccountSettingsCache;
}

type ChildStrategy<R extends AuthoredRecord, D extends AuthoredDocument> = Required<
  Pick<Strategy<R, D, AccountSettings>, 'prepare' | 'loadRelated' | 'render'>
>;

/**
 * Common rules of tasks (decisions section 5): each requires a person whom the caller
 * may see, has the viewers of the person, cannot move to another person, and shows who created and who last updated it.
 */
export const personChild = <R extends AuthoredRecord, D extends AuthoredDocument>(
  { people, settingsCache }: ChildSources,
  rules: ChildRules<R, D>,
): ChildStrategy<R, D> => {
  const prepareNew = async (call: StoreCall, { input, mask }: Write<R, D>): Promise<Draft<D>> => {
    const person = await people.load(call, input.personId ?? 0);
    if (!person) throw noSuchPerson();
    const settings = await settingsCache.load(call.actor.accountId);
    const viewers = listViewers(person);
    const { userId } = call.actor;
    const draft = defined(rules.prepareNew({ call, settings, viewers, person }, input, mask));
    return Object.assign({} as Draft<D>, draft, {
      personId: person.id,
      viewers,
      createdById: userId,
      updatedById: userId,
    });
  };

  const prepareChanged = async (call: StoreCall, before: D, { input, mask }: Write<R, D>): Promise<D> => {
    if (mask.has('personId') && input.personId !== before.personId)
      throw invalidBody("Field 'personId' cannot be changed.");
    const settings = await settingsCache.load(call.actor.accountId);
    const after = defined(rules.prepareChanged({ call, settings, viewers: before.viewers }, before, input, mask));
    return isDeepStrictEqual({ ...before }, after) ? before : { ...after, updatedById: call.actor.userId };
  };

  return {
    prepare: (call, write) => (write.before ? prepareChanged(call, write.before, write) : prepareNew(call, write)),
    loadRelated: (_documents, call) => settingsCache.load(call.actor.accountId),
    render: (document, _call, settings) => ({
      ...rules.render(document, settings),
      createdById: document.createdById || undefined,
      updatedById: document.updatedById || undefined,
      createdBy: settings.member(document.createdById)?.name,
      updatedBy: settings.member(document.updatedById)?.name,
    }),
  };
};
