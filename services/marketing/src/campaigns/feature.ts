import { methods } from '@porchlight/backend';
import { emCampaigns, EmCampaignServiceDefinition, type EmCampaign } from '@porchlight/contracts';
import type { Handlers } from '@porchlight/rpc';
import { composeKey, createResourceHandlers, type ResourceStore, type StoreCall } from '@porchlight/store';
import { defineFeature } from '../service';
import { CAMPAIGN_INDEXES, campaignColumns, type CampaignDocument, campaignStrategy } from './campaigns-strategy';
import { createCampaign } from './create-campaign';

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
    const resource: Campaigns['campaigns'] = store.resource({
      descriptor: emCampaigns,
      columns: campaignColumns,
      strategy: campaignStrategy,
      indexes: CAMPAIGN_INDEXES,
    });
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
  serve(opened) {
    const handlers: Handlers<typeof EmCampaignServiceDefinition> = createResourceHandlers(
      emCampaigns,
      opened.campaigns,
    );
    const createEmCampaign = createCampaign(opened.campaigns, handlers.createEmCampaign);
    return { methods: [methods(EmCampaignServiceDefinition, { ...handlers, createEmCampaign })] };
  },
});
