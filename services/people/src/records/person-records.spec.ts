import { allResources, notes } from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import { openPlainRecords } from './person-records';

const NAMES = allResources.filter(({ service, ofPerson }) => service === 'people' && ofPerson);
const visits: Descriptor = { ...NAMES[0]!, resource: 'visits' };

/** Opens plain records; `children` are open already, `opened` are open but no records of a person. */
const open = (
  resources: readonly Descriptor[],
  children: readonly Descriptor[],
  opened: readonly Descriptor[] = [],
) => {
  const added: string[] = [];
  openPlainRecords(
    {
      children: children.map((descriptor) => ({ descriptor })),
      open: ({ descriptor }) => void added.push(descriptor.resource),
    },
    { opened: () => [...children, ...opened].map((descriptor) => ({ descriptor })) },
    resources,
  );
  return added;
};

describe('records of people without a feature', () => {
  it('given records that no feature opened, then they are opened', () => {
    expect(open([...NAMES, visits], NAMES)).toEqual(['visits']);
  });

  it('given a resource with personId that does not declare ofPerson, then the start fails and names it', () => {
    const { ofPerson: _, ...undeclared } = { ...notes, resource: 'visits' } as Descriptor;
    expect(() => open([...NAMES, undeclared], NAMES)).toThrow('The records of visits belong to people');
  });

  it('given a record of a person that its feature opened as another resource, then the start fails and names it', () => {
    expect(() => open([visits], [], [visits])).toThrow('visits is a record of a person: open it with records.open');
  });
});
