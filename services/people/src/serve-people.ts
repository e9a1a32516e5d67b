import { people as descriptor, PersonServiceDefinition, type Person } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { handlersOf, type ResourceStore } from '@porchlight/store';
import { wishesIn, type CustomWishes } from './resources/custom-wishes';
import type { PersonDocument } from './rules/person-document';

export interface PeopleParts {
  readonly people: ResourceStore<Person, PersonDocument>;
  readonly wishes: CustomWishes;
}

const later = async (): Promise<never> => {
  throw refuse('NO_SUCH_PATH');
};

/** Serves people and what can be done with them. */
export const servePeople = (rpc: RpcServer, { people, wishes }: PeopleParts): void => {
  const handlers = handlersOf<Person, PersonDocument, Handlers<typeof PersonServiceDefinition>>(descriptor, people);
  rpc.add(PersonServiceDefinition, {
    ...handlers,
    getPerson: (request, call) => {
      wishes.want(call, wishesIn(request.options));
      return handlers.getPerson(request, call);
    },
    checkDuplicate: later,
    listPossibleDuplicates: later,
    savePeople: later,
    mergePeople: later,
    listUnclaimed: later,
    claimPerson: later,
  });
};
