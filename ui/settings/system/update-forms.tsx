import { useState } from 'preact/hooks';
import { isRecord } from '../../../src/core/record.ts';
import { LONGEST_ADDRESS } from '../../../src/schema/limits.ts';
import type { UpdateWritten } from '../../../src/schema/appliance/update.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { useDraft } from '../../kit/draft.ts';
import { Field, TextField } from '../../kit/field.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { system } from '../../strings/settings/system.ts';
import { strings } from '../../strings.ts';
import { systemOperations } from '../api.ts';
import { Progress } from '../progress.tsx';
import { FormCard } from '../section.tsx';

const texts = system.update;

const refusalOf = (status: number, answer: unknown): ApiError => {
  const body = isRecord(answer) ? answer : {};
  return new ApiError(status, typeof body['detail'] === 'string' ? body['detail'] : strings.refused(status), body);
};

/**
 * Sends an update file as it is, with the words that an older one needs; `onProgress` is told how much of it is sent,
 * in percent. Only this kind of request tells that.
 */
const sendUpdate = (file: File, downgrade: string, onProgress: (percent: number) => void): Promise<UpdateWritten> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/system/update${downgrade && `?downgrade=${encodeURIComponent(downgrade)}`}`);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : Math.floor((loaded * 100) / total)),
    );
    request.addEventListener('error', () => reject(new ApiError(0, system.update.broken)));
    request.addEventListener('load', () =>
      request.status === 200
        ? resolve(request.response as UpdateWritten)
        : reject(refusalOf(request.status, request.response)),
    );
    request.send(file);
  });

interface FormProps {
  readonly disabled: boolean;
  readonly onDone: () => void;
}

/** An update that is older than what runs is refused until its owner says in words that this is wanted. */
const useDowngrade = () => {
  const [words, setWords] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const heed = (error: unknown): never => {
    const wanted = error instanceof ApiError ? error.body['downgrade'] : null;
    if (typeof wanted === 'string') setWords(wanted);
    throw error;
  };
  const forget = () => {
    setWords(null);
    setTyped('');
  };
  const field = words !== null && <TextField label={texts.older(words)} required value={typed} onChange={setTyped} />;
  return { words: words === null ? '' : typed.trim(), heed, forget, field };
};

/** Writes an update from a file of this device. */
export const UpdateFromFile = ({ disabled, onDone }: FormProps) => {
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const { busy, result, run } = useWork();
  const older = useDowngrade();
  const send = () => {
    if (!file) return;
    setSent(0);
    void run(async () => {
      const { version } = await sendUpdate(file, older.words, setSent).catch(older.heed);
      older.forget();
      return texts.written(version);
    }).finally(() => {
      setSent(null);
      onDone();
    });
  };
  return (
    <FormCard onSubmit={send} title={texts.fileTitle}>
      <Field
        label={texts.file}
        control={({ id }) => (
          <input
            id={id}
            type="file"
            required
            onChange={(event) => (older.forget(), setFile(event.currentTarget.files?.[0] ?? null))}
          />
        )}
      />
      {older.field}
      {sent !== null && (
        <Progress
          text={`${texts.uploading(sent)}. ${texts.leaveOpen}`}
          label={texts.uploading(sent)}
          value={sent}
          max={100}
        />
      )}
      <p>
        <Button submit text={texts.upload} disabled={busy || disabled} />
      </p>
      <Report result={result} />
    </FormCard>
  );
};

/** Writes an update that lies at an address. */
export const UpdateFromAddress = ({ disabled, onDone }: FormProps) => {
  const [url, setUrl] = useDraft<string>('settings.update.url');
  const { busy, result, run } = useWork();
  const older = useDowngrade();
  const fetchIt = () =>
    void run(async () => {
      const { version } = await systemOperations.fetchUpdate((url ?? '').trim(), older.words).catch(older.heed);
      older.forget();
      setUrl(null);
      return texts.written(version);
    }).finally(onDone);
  return (
    <FormCard onSubmit={fetchIt} title={texts.urlTitle}>
      <TextField
        type="url"
        label={texts.url}
        placeholder="https://"
        required
        maxLength={LONGEST_ADDRESS}
        value={url ?? ''}
        onChange={(typed) => (older.forget(), setUrl(typed || null))}
      />
      {older.field}
      <p>
        <Button submit text={texts.fetch} disabled={busy || disabled} />
      </p>
      <Report result={result} />
    </FormCard>
  );
};
