import { methods } from '@porchlight/backend';
import { DealReportServiceDefinition } from '@porchlight/contracts';
import { deals, type DealDocument } from '../deals';
import { pipelines } from '../pipelines';
import { defineFeature } from '../service';
import { reportClosingDeals, type DealReports } from './report-closing-deals';

/** Figures of deals. */
export const reports = defineFeature({
  name: 'reports',
  // Deals are opened first: they declare the indexes of their collection.
  needs: { pipelines, deals },
  open: ({ store, pipelines: pipelineStore }): DealReports => ({
    pipelines: pipelineStore,
    deals: store.collection<DealDocument>('deals'),
  }),
  serve: (opened) => ({
    methods: [methods(DealReportServiceDefinition, { reportClosingDeals: reportClosingDeals(opened) })],
  }),
});
