import { useForm, type UseFormInput } from '@mantine/form';
import { useState } from 'react';
import { useDraft } from './use-draft';

const parse = (text: string): object => {
  try {
    return (JSON.parse(text || '{}') as object | null) ?? {};
  } catch {
    return {};
  }
};

/**
 * A form whose values are a draft of the tab until `clear`: they survive a reload and the end of the session (U6).
 * `record` names the draft, such as `call/7`.
 */
export const useDraftForm = <V extends Record<string, string>>(
  record: string,
  initialValues: V,
  validate: UseFormInput<V>['validate'],
) => {
  const { read, write } = useDraft(record);
  const [stored] = useState(() => ({ ...initialValues, ...parse(read()) }));
  const form = useForm<V>({
    initialValues: stored,
    validate,
    onValuesChange: (values) => write(JSON.stringify(values)),
  });
  const clear = (): void => {
    form.setValues(initialValues);
    form.resetDirty();
    write('');
  };
  return { form, clear };
};
