import type { SerialPort } from '../../src/schema/boards/wiring.ts';
import { PANEL_DRIVERS } from '../registry.ts';
import type { PanelDriverDescription } from './description.ts';
import { loadSerialPort } from './serial-line.ts';

interface Found {
  readonly path: string;
  readonly manufacturer?: string | undefined;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
}

const DRIVERS: readonly PanelDriverDescription[] = PANEL_DRIVERS;

/** The driver that an adapter most often belongs to. */
const GUESSES = new Map(DRIVERS.flatMap(({ kind, adapters = [] }) => adapters.map((adapter) => [adapter, kind])));

/** Describes a port that was found. */
export const describePort = ({ path, manufacturer, vendorId, productId, serialNumber }: Found): SerialPort => {
  const vendor_id = vendorId?.toLowerCase() ?? null;
  const product_id = productId?.toLowerCase() ?? null;
  return {
    path,
    manufacturer: manufacturer ?? null,
    vendor_id,
    product_id,
    serial_number: serialNumber ?? null,
    driver: GUESSES.get(`${vendor_id}:${product_id}`) ?? null,
  };
};

const findPorts = async (): Promise<readonly Found[]> => (await loadSerialPort()).SerialPort.list();

/**
 * The serial ports of this machine, those of known adapters first. Never rejects: without any, or without the native
 * part, the list is empty.
 */
export const listSerialPorts = async (find: () => Promise<readonly Found[]> = findPorts): Promise<SerialPort[]> => {
  try {
    const ports = (await find()).map(describePort);
    return ports.sort((a, b) => Number(b.driver !== null) - Number(a.driver !== null) || a.path.localeCompare(b.path));
  } catch {
    return [];
  }
};
