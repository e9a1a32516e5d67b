import { expectRefusal } from '@porchlight/testkit';
import { checkSpace, countStored } from './stored-bytes';

const GIB = 1_024 ** 3;

describe('bytes of uploaded files', () => {
  const open = (storedKib: number, announced: number) => ({
    attachments: { count: async () => storedKib },
    jobs: { sum: async () => announced },
    maxStoredBytes: 10 * GIB,
  });

  it.each([
    [{ upload: 'u', fileSize: 1 }, [['storedKib', 1]]],
    [{ upload: 'u', fileSize: 1_024 }, [['storedKib', 1]]],
    [{ upload: 'u', fileSize: 1_025 }, [['storedKib', 2]]],
    [{ fileSize: 1_025 }, []],
  ])('given the attachment %j, then it counts %j', (attachment, counted) => {
    expect(countStored(attachment)).toEqual(counted);
  });

  it('given files announced by others, when an announced file is completed, then only stored files count', async () => {
    const space = open(5 * 1_024 * 1_024, 5 * GIB);
    await checkSpace(space, 1, { fileSize: 5 * GIB, isAnnounced: true });
    await expectRefusal(checkSpace(space, 1, { fileSize: 1, isAnnounced: false }), 'LIMIT_REACHED');
  });

  it('given files that were stored meanwhile, when an announced file is completed, then it is refused', async () => {
    const space = open(10 * 1_024 * 1_024, 0);
    await expectRefusal(checkSpace(space, 1, { fileSize: 1, isAnnounced: true }), 'LIMIT_REACHED');
  });
});
