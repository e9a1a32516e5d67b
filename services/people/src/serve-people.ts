import { people as descriptor, PersonServiceDefinition, type Person } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { RpcServer } from '@porchlight/rpc';
import { handlersOf, type ResourceStore } from '@porchlight/store';
import type { PersonDocument } from './rules/person-document';

export interface PeopleParts {
  readonly people: ResourceStore<Person, PersonDocument>;
}

const later = async (): Promise<never> => {
  throw refuse('NO_SUCH_PATH');
};

/** Serves people and what can be done with them. */
export const servePeople = (rpc: RpcServer, { people }: PeopleParts): void => {
  rpc.add(PersonServiceDefinition, {
    ...handlersOf(descriptor, people),
    checkDuplicate: later,
    listPossibleDuplicates: later,
    savePeople: later,
    mergePeople: later,
    listUnclaimed: later,
    claimPerson: later,
  });
};
