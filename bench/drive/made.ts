import type pg from 'pg'
import { nameColumns } from '../../apps/server/src/drive/schema/drive.table.ts'
import { fold, toSearchText } from '../../apps/server/src/kit/database/list.ts'
import { firstNames } from '../made/crm/words.ts'
import { namePools } from '../made/names.ts'
import { type Dice, diceOf } from '../made/random.ts'

/** The amount of data. */
export interface DriveSize {
  /** Files in each of the 1,000 folders at the second level of the first member's drive. */
  each: number
  /** Files in one more folder of that drive, and as many in one that is in the trash. */
  scans: number
  /** Members who each share 27 folders of 20 files with one reader. */
  sharers: number
  /** How often each item of the first member was downloaded. */
  downloads: number
}

interface Item {
  id: string
  owner_id: string
  parent_id: string | null
  ancestors: string[]
  folder: boolean
  name: string
  size: number
}

/** Returns a member's email address for signing in. */
export const addressOf = (name: string) => `${name}@drives.test`

const [TOP_FOLDERS, SUBFOLDERS, FILES_AT_ROOT, SHARED_FOLDERS, FILES_PER_SHARED_FOLDER] = [20, 50, 1000, 27, 20]
const BATCH = 5000
const DAYS = 3 * 365
const towns = namePools.flatMap((speech) => Object.values(speech.towns).flat())
const surnames = namePools.flatMap((speech) => speech.surnames)
const documentNames =
  'Offer|Price list|Contract|Certificate of origin|Data sheet|Minutes|Freight papers|Customs form|Invoice|Catalogue'.split('|')

/** Returns the items of one drive. The ids of each series are consecutive, as those of the application are. */
const createDrive = (owner_id: string, series: number, { one, below }: Dice) => {
  const items: Item[] = []
  const add = (parent: Item | null, folder: boolean): Item => {
    const number = items.length + 1
    const id = `${String(series).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
    const name = folder ? `${one(towns)} ${number}` : `${one(documentNames)} ${one(surnames)} ${one(towns)} ${number}.pdf`
    const ancestors = parent ? [...parent.ancestors, parent.id] : []
    const item = { id, owner_id, parent_id: parent?.id ?? null, ancestors, folder, name, size: folder ? 0 : below(2_000_000) }
    items.push(item)
    return item
  }
  const addFiles = (count: number, parent: Item | null) => {
    for (let number = 0; number < count; number++) add(parent, false)
  }
  return { items, add, addFiles }
}

const addMember = async (owner: pg.Client, name: string, role: string, at: number) => {
  const [first, last] = [firstNames[at % firstNames.length]!, surnames[at % surnames.length]!]
  const address = addressOf(name)
  const search = toSearchText(`${first} ${last}`, address, null)
  const { rows } = await owner.query<{ id: string }>(
    `insert into user_account (tenant_id, first_name, last_name, email_address, role, password_hash, verified_at, search_text, name_key, address_key)
     values ((select id from tenant where is_main), $1, $2, $3, $4::user_role,
       (select password_hash from user_account where password_hash is not null limit 1), now(), $5, $6, $7) returning id`,
    [first, last, address, role, search, fold(`${first} ${last}`), fold(address)],
  )
  return rows[0]!.id
}

/** Inserts the items as the application stores them, added over three years, those in the trash yesterday; each file with its document. */
const insertItems = async (owner: pg.Client, items: readonly Item[], deletedWith: string | null = null) => {
  const kept = items.map((item) => {
    const { name, nameKey: name_key, sortKey: sort_key, searchText: search_text } = nameColumns(item.name, item.folder)
    return { ...item, name, name_key, sort_key, search_text, deleted_with: deletedWith }
  })
  for (let from = 0; from < kept.length; from += BATCH) {
    const rows = JSON.stringify(kept.slice(from, from + BATCH))
    await owner.query(
      `insert into document (tenant_id, id, purpose, original_file_name, file_name, mime_type, size, hash)
       select (select id from tenant where is_main), id, 'DRIVE', name, name, 'application/pdf', size, md5(id::text) || md5(id::text)
       from json_populate_recordset(null::drive_item, $1::json) where not folder`,
      [rows],
    )
    await owner.query(
      `insert into drive_item (tenant_id, id, created_at, updated_at, created_by, owner_id, parent_id, ancestors, folder, name, name_key, sort_key,
         search_text, size, mime_type, document_id, deleted_with, deleted_at, deleted_by)
       select (select id from tenant where is_main), id, at, at, owner_id, owner_id, parent_id, ancestors, folder, name, name_key, sort_key,
         search_text, size, case when not folder then 'application/pdf' end, case when not folder then id end, deleted_with,
         case when deleted_with is not null then date_trunc('milliseconds', now() - interval '1 day') end,
         case when deleted_with is not null then owner_id end
       from json_populate_recordset(null::drive_item, $1::json),
         lateral (select date_trunc('milliseconds', now() - interval '1 day' * (1 + random() * ${DAYS})) as at where id is not null) moment`,
      [rows],
    )
  }
}

/** Inserts shares of these items with one address, and its owner. */
const insertShares = (owner: pg.Client, items: readonly Item[], to: { address: string; userId: string | null }) =>
  owner.query(
    `insert into drive_share (tenant_id, created_by, item_id, owner_id, email_address, user_id)
     select tenant_id, owner_id, id, owner_id, $2, $3 from drive_item where id = any($1::uuid[])`,
    [items.map(({ id }) => id), to.address, to.userId],
  )

/** Adds the drive of the first member: 20 folders of 50 folders with many files each, a large folder, files at the root, a trash. */
const addFirstDrive = async (owner: pg.Client, { each, scans, downloads }: DriveSize, dice: Dice) => {
  const first = await addMember(owner, 'first', 'ROLE_PRO', 0)
  const [kept, trashDrive] = [createDrive(first, 1, dice), createDrive(first, 2, dice)]
  const tops = Array.from({ length: TOP_FOLDERS }, () => kept.add(null, true))
  const subs = tops.flatMap((top) => Array.from({ length: SUBFOLDERS }, () => kept.add(top, true)))
  for (const sub of subs) kept.addFiles(each, sub)
  kept.addFiles(scans, kept.add(null, true))
  kept.addFiles(FILES_AT_ROOT, null)
  await insertItems(owner, kept.items)
  const trashed = trashDrive.add(null, true)
  trashDrive.addFiles(scans, trashed)
  await insertItems(owner, trashDrive.items, trashed.id)
  for (const [at, sub] of subs.entries())
    await insertShares(owner, [sub], { address: `partner-${at % 500}@partner.example`, userId: null })
  await owner.query(
    `insert into drive_activity (tenant_id, created_at, updated_at, created_by, owner_id, item_id, action, name)
     select i.tenant_id, at, at, i.owner_id, i.owner_id, i.id, 'DOWNLOADED', i.name
     from drive_item i, generate_series(1, $2::int) n,
       lateral (select date_trunc('milliseconds', now() - interval '1 day' * (random() * ${DAYS})) as at where n > 0 and i.id is not null) moment
     where i.owner_id = $1 and i.deleted_at is null`,
    [first, downloads],
  )
  return tops
}

/**
 * Adds drives in the main account: of a first member, whose folders are all shared with one reader; and of others, who each share a little with
 * another reader.
 */
export const addDrives = async (owner: pg.Client, size: DriveSize) => {
  await owner.query('select setseed(0.5)')
  const dice = diceOf(11)
  const tops = await addFirstDrive(owner, size, dice)
  const whole = await addMember(owner, 'whole', 'ROLE_FREE', 1)
  await insertShares(owner, tops, { address: addressOf('whole'), userId: whole })
  const many = await addMember(owner, 'many', 'ROLE_FREE', 2)
  const few = await addMember(owner, 'few', 'ROLE_FREE', 3)
  for (let number = 1; number <= size.sharers; number++) {
    const sharer = await addMember(owner, `sharer-${number}`, 'ROLE_PRO', number + 3)
    const { items, add, addFiles } = createDrive(sharer, number + 2, dice)
    const folders = Array.from({ length: SHARED_FOLDERS }, () => add(null, true))
    for (const folder of folders) addFiles(FILES_PER_SHARED_FOLDER, folder)
    await insertItems(owner, items)
    await insertShares(owner, folders, { address: addressOf('many'), userId: many })
    if (number <= 3) await insertShares(owner, folders.slice(0, 1), { address: addressOf('few'), userId: few })
  }
}
