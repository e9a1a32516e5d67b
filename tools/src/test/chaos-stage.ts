import { runChaosOnOwnStack } from '../chaos/run-own-stack';
import { countCheck, sum, type Stage } from './stage';

const MINUTES = 2;
/** Always the same order here; `npm run chaos` takes another each time. */
const SEED = 1;

/** The short form of `npm run chaos`: each claim of its ledger is a check. */
export const chaosStage: Stage = {
  name: 'chaos',
  about: `${MINUTES} minutes of broken processes while leads flow`,
  suite: 'soak',
  cached: 'never',
  async run({ root, node, signal, say }) {
    const { entries } = await runChaosOnOwnStack({ root, node, minutes: MINUTES, seed: SEED, signal, say });
    return sum(entries.map(({ claim, ok, wrong }) => countCheck(say, claim, ok, wrong.slice(0, 20).join('\n'))));
  },
};
