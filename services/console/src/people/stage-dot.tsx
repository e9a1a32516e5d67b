import hues from '../components/hues.module.css';
import { hueOf } from '../components/avatar';

/** The color of a stage. Decoration: its name is beside it. */
export const StageDot = ({ stageId }: { readonly stageId: string | number | null | undefined }) => (
  <span className={`${hues.dot} ${hueOf(Number(stageId ?? 0))}`} aria-hidden="true" />
);
