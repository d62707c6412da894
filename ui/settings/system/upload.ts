import { ApiError } from '../../api.ts';
import { system } from '../../strings/settings/system.ts';
import { strings } from '../../strings.ts';
import type { UpdateWritten } from '../../../src/schema/appliance/update.ts';

const refusalOf = (status: number, answer: unknown): ApiError => {
  const detail = typeof answer === 'object' && answer !== null && 'detail' in answer ? answer.detail : null;
  return new ApiError(
    status,
    typeof detail === 'string' ? detail : strings.refused(status),
    typeof answer === 'object' && answer !== null ? { ...answer } : {},
  );
};

/**
 * Sends an update file as it is, with the words that an older one needs; `onProgress` is told how much of it is sent,
 * in percent. Only this kind of request tells that.
 */
export const sendUpdate = (
  file: File,
  downgrade: string,
  onProgress: (percent: number) => void,
): Promise<UpdateWritten> =>
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
