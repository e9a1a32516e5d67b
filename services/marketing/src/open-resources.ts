import { emCampaigns, emEvents, templates, type EmCampaign, type EmEvent, type Template } from '@porchlight/contracts';
import { composeKey, type ResourceStore, type Store, type StoreCall } from '@porchlight/store';
import type { PlansUsing } from './ports';
import { CAMPAIGN_INDEXES, campaignStrategy, type CampaignDocument } from './campaigns/campaigns-strategy';
import { createRowStrategy, ROW_INDEXES, type EventRow } from './email-events/event-rows-strategy';
import { createTemplateStrategy, isVisibleTemplate, type TemplateDocument } from './templates/templates-strategy';

/** Opens every resource of this service. */
export const openResources = (store: Store, plansUsing: PlansUsing) => {
  const templateStore: ResourceStore<Template, TemplateDocument> = store.resource({
    descriptor: templates,
    strategy: createTemplateStrategy(plansUsing),
    isVisible: isVisibleTemplate,
    indexes: [{ keys: { audience: 1, id: 1 } }],
  });
  const campaigns: ResourceStore<EmCampaign, CampaignDocument> = store.resource({
    descriptor: emCampaigns,
    strategy: campaignStrategy,
    indexes: CAMPAIGN_INDEXES,
  });
  const campaignDocuments = store.collection<CampaignDocument>('emCampaigns');
  const campaignNames = async ({ actor }: StoreCall, ids: readonly number[]): Promise<Map<number, string>> => {
    if (ids.length === 0) return new Map();
    const keys = ids.map((id) => composeKey(actor.accountId, id));
    const found = await campaignDocuments.find(
      { _id: { $in: keys } },
      { limit: keys.length, projection: { id: 1, name: 1 } },
    );
    return new Map(found.map(({ id, name }) => [id, name]));
  };
  const rows: ResourceStore<EmEvent, EventRow> = store.resource({
    descriptor: emEvents,
    strategy: createRowStrategy(campaignNames),
    indexes: ROW_INDEXES,
  });
  return { templates: templateStore, campaigns, campaignNames, rows };
};
