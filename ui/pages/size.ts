import type { Geometry } from '../../src/core/flaps/geometry.ts';
import { pages } from '../strings/pages.ts';

/** A size as a person reads it: "Flagship 6 × 22". */
export const describeSize = ({ device_type, rows, cols }: Geometry): string =>
  `${pages.devices[device_type]} ${pages.size(rows, cols)}`;
