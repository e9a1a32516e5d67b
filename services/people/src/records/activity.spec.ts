import { callActivity } from '../calls';
import { withLeadActivity } from '../events';
import { type PersonActivity, withActivity } from '../person';
import { taskActivity } from '../tasks';
import { diffActivity, findDrift, withCounted } from './activity-changes';
import { CREATED_ACTIVITY } from './record-activity';

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

describe('activity of an event', () => {
  it.each<[string, string[]]>([
    ['Registration', ['lastIdxVisit']],
    ['Visited Website', ['lastIdxVisit']],
    ['Viewed Page', ['lastIdxVisit', 'pagesViewed']],
    ['Viewed Property', ['lastIdxVisit', 'propertiesViewed']],
    ['Saved Property', ['lastIdxVisit', 'propertiesSaved']],
    ['Property Search', ['lastIdxVisit']],
    ['Saved Property Search', ['lastIdxVisit']],
    ['General Inquiry', []],
    ['Property Inquiry', []],
    ['Seller Inquiry', []],
    ['Incoming Call', []],
    ['Unsubscribed', []],
    ['Visited Open House', []],
  ])('%s', (type, moved) => {
    const after = withLeadActivity({}, { type, created: at(1) });
    expect(Object.keys(after).sort()).toEqual(['lastLeadActivity', ...moved].sort());
  });
});

it('last times only move forward, first and next only backward, none within the same second', () => {
  const before: PersonActivity = { lastCall: at(5), firstCall: at(5), lastIncomingCall: at(5), callsIncoming: 1 };
  const call = (created: Date) => withActivity(before, callActivity.of({ created, isIncoming: true, duration: 2 }));
  expect(call(at(4))).toMatchObject({ lastCall: at(5), firstCall: at(4), callsIncoming: 2, callsDuration: 2 });
  expect(call(at(6))).toMatchObject({ lastCall: at(6), firstCall: at(5) });
  expect(call(new Date(at(5).getTime() + 900))).toMatchObject({ lastCall: at(5), firstCall: at(5) });
  const later = withActivity({ lastActivity: at(9) }, CREATED_ACTIVITY.of({ created: at(3) }));
  expect(later).toEqual({ lastActivity: at(9) });
});

it('counters are int32 and absent when they are 0', () => {
  const most = 2_147_483_647;
  expect(withActivity({ callsDuration: most - 1 }, { inc: { callsDuration: 5 } })).toEqual({ callsDuration: most });
  expect(withActivity({ textsSent: 1 }, { inc: { textsSent: -1 } })).toEqual({});
  expect(withActivity({}, callActivity.of({ created: at(1), isIncoming: false }))).not.toHaveProperty('callsDuration');
});

describe('a change of a record', () => {
  const incoming = callActivity.of({ created: at(1), isIncoming: true, duration: 10 });

  it('without an effect on the activity is undefined', () => {
    expect(diffActivity(incoming, incoming)).toBeUndefined();
    expect(diffActivity(CREATED_ACTIVITY.of({ created: at(1) }), {})).toBeUndefined();
    expect(diffActivity(taskActivity.of({ isCompleted: true, dueAt: at(1) }), {})).toBeUndefined();
  });

  it('changes counters by the difference and lists the times that it determined', () => {
    const outgoing = callActivity.of({ created: at(1), isIncoming: false, duration: 4 });
    expect(diffActivity(incoming, outgoing)).toEqual({
      inc: { callsIncoming: -1, callsOutgoing: 1, callsDuration: -6 },
      lost: [['lastIncomingCall', at(1)]],
      gained: { max: { lastOutgoingCall: at(1) }, min: {} },
    });
    expect(
      diffActivity(incoming, {})
        ?.lost.map(([name]) => name)
        .sort(),
    ).toEqual(['firstCall', 'lastCall', 'lastIncomingCall']);
  });
});

it('drift is reported in whole seconds; mails of campaigns are no drift', () => {
  const mails = { emailsSent: 9, lastSentEmail: at(3), lastEmail: at(3) };
  const kept: PersonActivity = { callsIncoming: 2, lastCall: at(1), lastText: at(2), ...mails };
  const counted: PersonActivity = { callsIncoming: 3, lastCall: new Date(at(1).getTime() + 400), firstCall: at(1) };
  const drift = findDrift(kept, counted);
  expect(drift).toEqual([
    { field: 'callsIncoming', kept: '2', counted: '3' },
    { field: 'firstCall', kept: '', counted: '2026-01-01T00:00:01Z' },
    { field: 'lastText', kept: '2026-01-01T00:00:02Z', counted: '' },
  ]);
  const repaired = withCounted(
    kept,
    counted,
    drift.map(({ field }) => field),
  );
  expect(repaired).toEqual({
    callsIncoming: 3,
    lastCall: at(1),
    firstCall: at(1),
    emailsSent: 9,
    lastSentEmail: at(3),
    lastEmail: at(3),
    lastCommunication: at(3),
  });
  expect(findDrift(repaired, counted)).toEqual([]);
});
