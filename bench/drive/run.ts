import { startAlone } from '../alone.ts'
import { loadOrCreateData } from '../data.ts'
import { isShort } from '../process/options.ts'
import { driveCases, type DriveSite } from './cases.ts'
import { addDrives, addressOf, type DriveSize } from './made.ts'

// The lists of the drive: folders, shared items, search hits, trash and activity.

/** Increased whenever the generated data change. */
const VERSION = 1
const fullSize: DriveSize = { each: 99, scans: 20_000, sharers: 200, downloads: 8 }
const shortSize: DriveSize = { each: 2, scans: 100, sharers: 5, downloads: 8 }
const size = isShort ? shortSize : fullSize

const { dataDir } = await loadOrCreateData(`bench-drive-${VERSION}-${size.scans}`, size, (_, owner) => addDrives(owner, size))
const alone = await startAlone(dataDir)

const idOf = async (query: string) => (await alone.owner.query<{ id: string }>(query)).rows[0]!.id
const tokenOf = (name: string) => alone.signIn(addressOf(name))
const site: DriveSite = {
  first: await tokenOf('first'),
  whole: await tokenOf('whole'),
  many: await tokenOf('many'),
  few: await tokenOf('few'),
  folder: await idOf(`select id from drive_item where cardinality(ancestors) = 1 and folder order by id limit 1`),
  large: await idOf(
    `select parent_id as id from drive_item where deleted_at is null and parent_id is not null group by 1 order by count(*) desc limit 1`,
  ),
  sharer: await idOf(`select id from user_account where email_address = '${addressOf('sharer-1')}'`),
}
await alone.measure(driveCases(site))
await alone.close()
