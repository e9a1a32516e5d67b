import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';
import './join-patch';

it('awaits the hook before the group is joined, and before it is left', async () => {
  const steps: string[] = [];
  const group = {
    assigners: [{ beforeGivingUp: async () => void steps.push('hook') }, {}],
    retrier: async () => void steps.push('join'),
    memberId: 'm',
    coordinator: { leaveGroup: async () => void steps.push('leave') },
  };
  await ConsumerGroup.prototype.joinAndSync.call(group as never);
  await ConsumerGroup.prototype.leave.call(group as never);
  expect(steps).toEqual(['hook', 'join', 'hook', 'leave']);
});

it('the patched file is unchanged', () => {
  const source = readFileSync(require.resolve('kafkajs/src/consumer/consumerGroup'));
  expect(createHash('sha256').update(source).digest('hex')).toBe(
    'f3e461738585a8dc6574c647123a18afc732f81cdee4f9f7bb62e4aa1dffbfbb',
  );
});
