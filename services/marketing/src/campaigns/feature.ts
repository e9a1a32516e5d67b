import { emCampaigns, type EmCampaign } from '@porchlight/contracts';
import { composeKey, type ResourceStore, type StoreCall } from '@porchlight/store';
import { defineFeature } from '../service';
import { campaignColumns, type CampaignDocument } from './campaign-document';

/** Campaigns and what other features read of them. */
export interface Campaigns {
  readonly campaigns: ResourceStore<EmCampaign, CampaignDocument>;
  /** Names of the campaigns of the account among these ids. */
  campaignNames(call: StoreCall, ids: readonly number[]): Promise<Map<number, string>>;
}

/** Campaigns of sending systems. */
export const campaigns = defineFeature({
  name: 'campaigns',
  open({ store }): Campaigns {
    const resource: Campaigns['campaigns'] = store.resource({ descriptor: emCampaigns, columns: campaignColumns });
    const documents = store.collection<CampaignDocument>('emCampaigns');
    return {
      campaigns: resource,
      async campaignNames({ actor }, ids) {
        if (ids.length === 0) return new Map();
        const keys = ids.map((id) => composeKey(actor.accountId, id));
        const projection = { id: 1, name: 1 } as const;
        const named = await documents.find({ _id: { $in: keys } }, { limit: keys.length, projection });
        return new Map(named.map(({ id, name }) => [id, name]));
      },
    };
  },
});
