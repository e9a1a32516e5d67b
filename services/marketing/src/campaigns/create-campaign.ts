import type { EmCampaign } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { isUniqueConflict, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { CampaignDocument } from './campaigns-strategy';

interface CreateRequest {
  record?: EmCampaign | undefined;
}

/** Creates a campaign. Throws CONFLICT with the id of an existing one (decisions section 6). */
export const createCampaign =
  <Q extends CreateRequest, C extends StoreCall, A>(
    campaigns: Pick<ResourceStore<EmCampaign, CampaignDocument>, 'find'>,
    create: (request: Q, call: C) => Promise<A>,
  ) =>
  async (request: Q, call: C): Promise<A> => {
    try {
      return await create(request, call);
    } catch (error) {
      const { origin, originId } = request.record ?? {};
      const [twin] = isUniqueConflict(error) ? await campaigns.find(call, { origin, originId }, 1) : [];
      if (!twin) throw error;
      const message = `The campaign '${originId}' of '${origin}' is there already and has id ${twin.id}. Update that one, or send another originId.`;
      throw refuse('CONFLICT', { message });
    }
  };
