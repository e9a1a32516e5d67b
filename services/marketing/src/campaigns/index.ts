import { emCampaigns, EmCampaignServiceDefinition, type EmCampaign } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import {
  composeKey,
  createResourceHandlers,
  type ResourceStore,
  type StoreCall,
  isUniqueConflict,
} from '@porchlight/store';
import type { Service } from '../service';
import { CAMPAIGN_INDEXES, campaignColumns, type CampaignDocument, campaignStrategy } from './campaigns-strategy';
import { refuse } from '@porchlight/errors';

interface CreateRequest {
  record?: EmCampaign | undefined;
}

/** Creates a campaign. Throws CONFLICT with the id of an existing one (decisions section 6). */
const createCampaign =
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

/** Opens the campaigns of sending systems. */
export const openCampaigns = ({ store }: Pick<Service, 'store'>) => {
  const campaigns: ResourceStore<EmCampaign, CampaignDocument> = store.resource({
    descriptor: emCampaigns,
    columns: campaignColumns,
    strategy: campaignStrategy,
    indexes: CAMPAIGN_INDEXES,
  });
  const documents = store.collection<CampaignDocument>('emCampaigns');
  /** Names of the campaigns of the account among these ids. */
  const campaignNames = async ({ actor }: StoreCall, ids: readonly number[]): Promise<Map<number, string>> => {
    if (ids.length === 0) return new Map();
    const keys = ids.map((id) => composeKey(actor.accountId, id));
    const found = await documents.find({ _id: { $in: keys } }, { limit: keys.length, projection: { id: 1, name: 1 } });
    return new Map(found.map(({ id, name }) => [id, name]));
  };
  return { campaigns, campaignNames };
};

/** The store of campaigns. */
export type Campaigns = ReturnType<typeof openCampaigns>;

/** Serves the campaigns of sending systems. */
export const registerCampaigns = ({ rpc }: Pick<Service, 'rpc'>, { campaigns }: Campaigns): void => {
  const handlers: Handlers<typeof EmCampaignServiceDefinition> = createResourceHandlers(emCampaigns, campaigns);
  rpc.add(EmCampaignServiceDefinition, {
    ...handlers,
    createEmCampaign: createCampaign(campaigns, handlers.createEmCampaign),
  });
};
