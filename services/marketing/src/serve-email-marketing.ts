import {
  emCampaigns,
  EmCampaignServiceDefinition,
  emEvents,
  EmEventServiceDefinition,
  type EmCampaign,
  type EmEvent,
} from '@porchlight/contracts';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import type { CampaignDocument } from './campaigns/campaigns-strategy';
import type { EventRow } from './email-events/event-rows-strategy';
import { createCampaign } from './campaigns/create-campaign';
import { listEmEvents, type ListPorts } from './email-events/list-em-events';
import { recordEmEvents, type RecordPorts } from './email-events/record-email-events';

export interface ServeEmailMarketingPorts extends Omit<RecordPorts, 'ledger'>, Omit<ListPorts, 'ledger'> {
  readonly ledger: RecordPorts['ledger'] & ListPorts['ledger'];
  readonly campaigns: ResourceStore<EmCampaign, CampaignDocument>;
  readonly rows: ResourceStore<EmEvent, EventRow>;
}

/** Serves campaigns of other systems and the email events of their mails. */
export const serveEmailMarketing = (rpc: RpcServer, ports: ServeEmailMarketingPorts): void => {
  const campaignHandlers = createResourceHandlers<
    EmCampaign,
    CampaignDocument,
    Handlers<typeof EmCampaignServiceDefinition>
  >(emCampaigns, ports.campaigns);
  rpc.add(EmCampaignServiceDefinition, {
    ...campaignHandlers,
    createEmCampaign: createCampaign(ports.campaigns, campaignHandlers.createEmCampaign),
  });
  const events = createResourceHandlers<EmEvent, EventRow, Handlers<typeof EmEventServiceDefinition>>(
    emEvents,
    ports.rows,
  );
  rpc.add(EmEventServiceDefinition, {
    ...events,
    listEmEvents: listEmEvents(ports, events.listEmEvents),
    recordEmEvents: recordEmEvents(ports),
  });
};
