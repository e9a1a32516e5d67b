import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';

const MAX_STAGES = 100;

/** The stages of the account in their order. */
export const useStages = () =>
  useCollection(['stages'], porchlight.stages.list, { limit: MAX_STAGES, sort: 'orderWeight' }).rows;
