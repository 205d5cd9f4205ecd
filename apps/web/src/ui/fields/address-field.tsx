import type { ChangeEvent, SyntheticEvent } from 'react';
import { TextField, type TextFieldProps } from '../field.tsx';
import { webAddress } from './web-address.ts';

/** A web address: a missing `https://` is put before it when the field is left. */
export function AddressField({ onChange, ...field }: TextFieldProps) {
  const complete = (event: SyntheticEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const address = webAddress(input.value);
    if (address === input.value) return;
    input.value = address;
    onChange?.({ ...event, target: input } as ChangeEvent<HTMLInputElement>);
  };
  return (
    <TextField
      inputMode="url"
      {...field}
      onChange={onChange}
      onBlur={complete}
      onKeyDown={(event) => event.key === 'Enter' && complete(event)}
    />
  );
}
