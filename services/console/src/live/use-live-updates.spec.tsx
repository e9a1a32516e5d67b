import { act, screen } from '@testing-library/react';
import { createList, fakeApi } from '../../test/fake-api';
import { show } from '../../test/show';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { LIVE_MS, useLiveUpdates } from './use-live-updates';

const Names = () => {
  useLiveUpdates();
  const people = useCollection(['people'], porchlight.people.list, {});
  const stages = useCollection(['stages'], porchlight.stages.list, {});
  return [...people.rows, ...stages.rows].map(({ name }) => name).join(', ');
};

describe('live data', () => {
  test('given a colleague adds a person, then the list has it; what seldom changes is not read again (U7)', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    try {
      let people = [{ id: 1, name: 'Ada' }];
      const sent = fakeApi({
        'GET /v1/people': () => createList('people', people),
        'GET /v1/stages': createList('stages', [{ id: 1, name: 'Lead' }]),
      });
      show(<Names />);
      await act(() => jest.advanceTimersByTimeAsync(100));
      screen.getByText('Ada, Lead');
      people = [...people, { id: 2, name: 'Grace' }];
      await act(() => jest.advanceTimersByTimeAsync(LIVE_MS + 100));
      screen.getByText('Ada, Grace, Lead');
      expect(sent.filter(({ path }) => path.startsWith('/v1/stages'))).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });
});
