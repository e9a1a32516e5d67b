import type { Originals } from '@porchlight/backend';
import { Person, people, pipelines, stages } from '@porchlight/contracts';
import { createMessage } from '@porchlight/backend/test/service';
import { parseListQuery } from '@porchlight/resource';

/** A person of the people service, with what filters compare. */
export interface OriginalPerson extends Partial<Person> {
  readonly id: number;
}

/**
 * Replaces the services of people and deals: stages, people by account whose tags and stages it filters, and the
 * pipeline 2 with the stages 4 and 5.
 */
export const createPeopleOriginals = () => {
  const byAccount = new Map<number, Map<number, OriginalPerson>>();
  /** Runs before each answer; may throw. */
  let before: () => void = () => undefined;
  let dealStages = ['4', '5'];
  const originals: Originals = {
    async page(resource, { after, filters }) {
      before();
      if (resource.resource === pipelines.resource)
        return filters.some(({ name, values: [stage = ''] }) => name === 'stageId' && dealStages.includes(stage))
          ? ([{ id: 2, version: 1, name: 'Buyers' }] as never)
          : [];
      if (resource.resource !== stages.resource || after > 0) return [];
      return ['Lead', 'Hot Prospect', 'Closed'].map((name, at) => ({ id: at + 1, version: 1, name })) as never;
    },
    async byIds(resource, { accountId, ids, filters }) {
      before();
      if (resource.resource !== people.resource) return [];
      parseListQuery(
        people,
        filters.flatMap(({ name, values }) => values.map((value) => [name, value] as const)),
      );
      const matches = ids.flatMap((id) => byAccount.get(accountId)?.get(id) ?? []);
      const fits = (person: OriginalPerson): boolean =>
        filters.every(({ name, values }) => {
          if (name === 'tags') return values.some((tag) => person.tags?.includes(tag));
          return name !== 'stage' || values.includes(person.stage ?? '');
        });
      return matches.filter(fits).map((person) => createMessage(Person, { version: 1, ...person })) as never;
    },
    close: async () => undefined,
  };
  return {
    originals,
    set(accountId: number, person: OriginalPerson) {
      const originalsById = byAccount.get(accountId) ?? new Map<number, OriginalPerson>();
      byAccount.set(accountId, originalsById.set(person.id, { ...originalsById.get(person.id), ...person }));
    },
    deletePipelines: () => void (dealStages = []),
    restorePipelines: () => void (dealStages = ['4', '5']),
    failWith: (fail: () => void) => void (before = fail),
  };
};
