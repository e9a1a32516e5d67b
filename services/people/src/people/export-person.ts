import { personExported, type ExportPersonRequest, type ExportPersonResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { Parts } from '../service';
import type { People } from './people-parts';

/**
 * Begins the export of a person (decisions section 10). The audit log gets its entry before any data leave: without the
 * bus there is no export. The gateway reads the records.
 */
export const exportPerson =
  ({ people, publishFact }: Pick<People, 'people'> & Pick<Parts, 'publishFact'>) =>
  async ({ id }: ExportPersonRequest, call: StoreCall): Promise<ExportPersonResponse> => {
    const person = await people.load(call, id);
    if (!person) throw refuse('NOT_FOUND', { what: 'person' });
    const { accountId, userId, system } = call.actor;
    await publishFact(personExported, {
      accountId,
      userId,
      ...(system !== undefined && { system }),
      ids: [id],
      data: {},
    });
    return { people: [id, ...(person.mergedIds ?? [])], exportJson: '' };
  };
