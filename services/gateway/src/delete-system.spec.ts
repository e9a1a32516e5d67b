import { allActions } from '@porchlight/contracts';
import type { Forwarded } from '@porchlight/edge';
import { refuse } from '@porchlight/errors';
import { withSystemDeletion } from './delete-system';

const call = { actor: { accountId: 1, userId: 1, role: 'Owner' }, requestId: 'r', suppressOwn: false } as Forwarded;
const action = allActions.find(({ rpc }) => rpc === 'deleteSystem')!;
const other = allActions.find(({ rpc }) => rpc === 'listSystems')!;

const open = ({ reason }: { reason?: 'IN_USE' | 'UNAVAILABLE' } = {}) => {
  const log: unknown[] = [];
  const send = withSystemDeletion(
    async ({ rpc }, request) => {
      log.push([rpc, request]);
      return { record: { id: 9, name: 'Site' } };
    },
    {
      releaseRecord: async (record, _noun, force) => {
        log.push(['release', record, force]);
        if (reason) throw refuse(reason, { what: 'system', names: '' });
      },
    },
  );
  return { log, send };
};

describe('D13.9 (1) DELETE /v1/systems/{id}', () => {
  it.each([true, false])('given force=%p, then the system is deleted after what belongs to it', async (force) => {
    const { log, send } = open();
    await send(action, { id: 9, force, dryRun: false }, call);
    expect(log).toEqual([
      ['deleteSystem', { id: 9, force, dryRun: true }],
      ['release', { kind: 'systems', id: 9, name: 'Site' }, force],
      ['deleteSystem', { id: 9, force, dryRun: false }],
    ]);
  });

  it.each(['IN_USE', 'UNAVAILABLE'] as const)('given that the check is %s, then the system stays', async (reason) => {
    const { log, send } = open({ reason });
    await expect(send(action, { id: 9, force: false, dryRun: false }, call)).rejects.toMatchObject({ reason });
    expect(log).toHaveLength(2);
  });

  it('given a process that ended before the system was deleted, then the repeated delete completes it', async () => {
    const log: string[] = [];
    let isKilled = true;
    const send = withSystemDeletion(
      async (_action, request) => {
        if ((request as { dryRun: boolean }).dryRun) return { record: { id: 9, name: 'Site' } };
        if (isKilled) throw refuse('UNAVAILABLE');
        return void log.push('deleted');
      },
      { releaseRecord: async () => void log.push('released') },
    );
    const request = { id: 9, force: true, dryRun: false };
    await expect(send(action, request, call)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    isKilled = false;
    await send(action, request, call);
    expect(log).toEqual(['released', 'released', 'deleted']);
  });

  it('given another action, then it is only forwarded', async () => {
    const { log, send } = open();
    await send(other, {}, call);
    expect(log).toEqual([['listSystems', {}]]);
  });
});
