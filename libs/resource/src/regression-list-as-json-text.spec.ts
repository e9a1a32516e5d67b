import { object, list } from './codecs/compounds';
import { decimal, str } from './codecs/scalars';
import { defineResource } from './descriptor';
import { writable } from './field';
import { parseBody } from './parse-body';

const lift = (value: unknown): unknown => (typeof value === 'string' ? { value } : value);
const leads = defineResource<{ id: number; version: number; emails: { value: string }[]; rooms?: number }>(
  { name: 'LeadService', fullName: 'porchlight.people.v1.LeadService', methods: {} },
  {
    verbs: ['create'],
    roles: {},
    timestamps: 'none',
    fields: {
      emails: writable(list(object<{ value: string }>({ value: str() }, { lift }), 50, { orText: true })),
      rooms: writable(decimal({ min: 0 })),
    },
  },
);

it.each(['json', 'form'] as const)('a list of emails sent as one JSON text is opened (%s)', (format) => {
  const { record } = parseBody(leads, { emails: '[{"value":"a@b.example"},"c@d.example"]' }, 'create', {
    format,
    mode: 'lead',
  });
  expect(record.emails).toEqual([{ value: 'a@b.example' }, { value: 'c@d.example' }]);
});

it.each([1.5, '1.5'])('D11.6 a fraction is not rounded: %p', (rooms) => {
  expect(parseBody(leads, { rooms }, 'create').record.rooms).toBe(1.5);
});
