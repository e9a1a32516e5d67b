import { allActions, people as descriptor, PersonServiceDefinition, type Person } from '@porchlight/contracts';
import { isNotFound } from '@porchlight/errors';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { handlersOf, type ResourceStore, type StoreCall } from '@porchlight/store';
import { wishesIn, type CustomWishes } from './people/requested-fields';
import type { PersonDocument } from './people/person-document';
import { checkDuplicate, type CheckDuplicatePorts } from './people/check-duplicate';
import { withIdentities } from './people/claim-identities';
import { claimPerson, ignoreUnclaimed, type ClaimPorts } from './leads/claim-person';
import { erasePerson, type ErasePorts } from './people/erase-person';
import { listPossibleDuplicates } from './people/list-possible-duplicates';
import { listUnclaimed } from './leads/list-unclaimed';
import { getPeopleImport, importPeopleCsv, type ImportCsvPorts } from './imports/import-people-csv';
import { absence, mergePeople, type MergePorts } from './people/merge-people';
import { savePeople, type SavePeoplePorts } from './imports/save-people';

export interface PeopleParts extends CheckDuplicatePorts, MergePorts, SavePeoplePorts, ClaimPorts {
  readonly imports: ImportCsvPorts['imports'];
  readonly ids: ImportCsvPorts['ids'] & SavePeoplePorts['ids'];
  readonly clock: ImportCsvPorts['clock'] & MergePorts['clock'];
  readonly merges: MergePorts['merges'];
  readonly personJobs: ErasePorts['personJobs'];
  readonly offers: ClaimPorts['offers'];
  readonly children: ErasePorts['children'];
  readonly people: ResourceStore<Person, PersonDocument>;
  readonly wishes: CustomWishes;
}

const rolesOf = (rpc: string) => allActions.find((action) => action.rpc === rpc)?.roles ?? [];

/** Serves people and what can be done with them. */
export const servePeople = (rpc: RpcServer, parts: PeopleParts): void => {
  const { people, wishes } = parts;
  const handlers = handlersOf<Person, PersonDocument, Handlers<typeof PersonServiceDefinition>>(descriptor, people);
  /** Who was merged into somebody else is not simply unknown: the answer says who they are now. */
  const found =
    <Q extends { id: number }, A, C extends StoreCall>(handler: (request: Q, call: C) => Promise<A>) =>
    async (request: Q, call: C): Promise<A> => {
      try {
        return await handler(request, call);
      } catch (error) {
        if (isNotFound(error)) throw await absence(parts, call, request.id);
        throw error;
      }
    };
  rpc.add(PersonServiceDefinition, {
    ...handlers,
    createPerson: async (request, call) => {
      const { record, options } = request;
      if (!record || options['deduplicate'] !== 'true') return handlers.createPerson(request, call);
      return withIdentities(parts.turns, call, record, (claiming) =>
        handlers.createPerson({ ...request, options: { ...options, ...(claiming && { claims: 'true' }) } }, call),
      );
    },
    getPerson: found(async (request, call) => {
      await wishes.want(call, wishesIn(request.options));
      return handlers.getPerson(request, call);
    }),
    updatePerson: found(handlers.updatePerson),
    deletePerson: found(handlers.deletePerson),
    checkDuplicate: checkDuplicate(parts),
    listPossibleDuplicates: listPossibleDuplicates(people),
    savePeople: savePeople(parts),
    mergePeople: mergePeople(parts, rolesOf('mergePeople')),
    listUnclaimed: listUnclaimed(parts),
    claimPerson: claimPerson(parts),
    ignoreUnclaimed: ignoreUnclaimed(parts),
    erasePerson: found(erasePerson(parts, rolesOf('erasePerson'))),
    importPeopleCsv: importPeopleCsv(parts, rolesOf('importPeopleCsv')),
    getPeopleImport: getPeopleImport(parts, rolesOf('getPeopleImport')),
  });
};
