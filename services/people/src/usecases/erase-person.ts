import { mayPerform, type Role } from '@porchlight/access';
import type { ErasePersonRequest, ErasePersonResponse, Person } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { LeadOffers } from '../ports';
import type { PersonDocument } from '../rules/person-document';
import type { ChildStore } from './move-children';

export interface ErasePorts {
  readonly people: ResourceStore<Person, PersonDocument>;
  /** Every resource that hangs on people. */
  readonly children: ReadonlyArray<ChildStore & { readonly descriptor: { readonly resource: string } }>;
  readonly offers: Pick<LeadOffers, 'done'>;
}

/** Most records of one kind that are named to other services; what hangs on the person goes here however many there are. */
const MAX_NAMED = 2_000;

/**
 * Deletes a person for good, with all that hangs on them, and tells the other services to forget what they keep
 * (decisions section 10). May be repeated until it is answered: the mark and the deletion are writes of one document, and
 * what is left undone by a crash is done by the consumers of the deletion.
 */
export const erasePerson =
  ({ people, children, offers }: ErasePorts, roles: readonly Role[]) =>
  async ({ id }: ErasePersonRequest, call: StoreCall): Promise<ErasePersonResponse> => {
    const { accountId, role } = call.actor;
    if (!mayPerform(role, roles)) throw refuse('FORBIDDEN', { role });
    if (!(await people.load(call, id))) throw refuse('NOT_FOUND', { what: 'person' });
    const own = systemCall(accountId, call.signal);
    const erasing: Record<string, number[]> = {};
    for (const store of children)
      erasing[store.descriptor.resource] = (await store.find(own, { personId: id }, MAX_NAMED)).map((child) => child.id);
    await people.modify(call, id, (before) => ({ ...before, erasing }), { silent: true });
    await people.remove(call, id);
    await offers.done(accountId, id);
    for (const store of children) await store.purge(own, { personId: id });
    // A tag or source that was theirs alone may be their name.
    await people.forgetEmptyCounts(accountId);
    return {};
  };
