import { type Case, get } from '../cases/case.ts'

/** The clients: the member with the largest drive; the user with whom most of it is shared; one with whom 200 share a little; one with whom three do. */
export interface DriveSite {
  first: string
  whole: string
  many: string
  few: string
  /** Ids: a folder of 99 files, one of 20,000, and a user who shares. */
  folder: string
  large: string
  sharer: string
}

const searches = (of: string, token: string): Case[] => {
  const find = (name: string, query: string): Case => ({
    name: `find files of ${of}, ${name}`,
    calls: [get(token, `/api/files/find?size=20&page=${query}`)],
  })
  return [
    find('the latest', '0'),
    find('page 100', '100'),
    find('a frequent word', '0&q=contract'),
    find('a rare word', '0&q=steinmann%20trondheim'),
    { name: `search of ${of}`, calls: [get(token, '/api/search/?q=trondheim')] },
  ]
}

const own = ({ first: token, folder, large }: DriveSite): Case[] => {
  const ask = (name: string, path: string): Case => ({ name, calls: [get(token, `/api/files/${path}`)] })
  return [
    ask('own drive, 1,021 items', '?size=20&page=0'),
    ask('folder of 99', `${folder}?size=20&page=0`),
    ask('folder of 20,000', `${large}?size=20&page=0`),
    ask('folder of 20,000, page 500', `${large}?size=20&page=500`),
    ask('folder of 20,000, by size', `${large}?size=20&page=0&sort=-size`),
    ask('folder of 20,000, with a word', `${large}?size=20&page=0&name=contract`),
    ask('details of a folder', `details/${folder}`),
    ask('way to a folder', `folderStructure/${folder}`),
    ask('what the drive keeps', 'usage'),
    ask('trash, a folder of 20,000', 'trash?size=20&page=0'),
    ask('activity, 1,000,000', 'activity?size=20&page=0'),
    ask('activity of a folder', `activity?size=20&page=0&uniqueId=${folder}`),
    ask('whom one shares with, 500', 'sharedUsers?size=20&page=0'),
  ]
}

const shared = ({ whole, many, few, folder, sharer }: DriveSite): Case[] => [
  { name: 'who shares, 20 folders of one', calls: [get(whole, '/api/files/shared?size=20&page=0')] },
  { name: 'who shares, 200', calls: [get(many, '/api/files/shared?size=20&page=0')] },
  { name: 'who shares, 3', calls: [get(few, '/api/files/shared?size=20&page=0')] },
  { name: 'what one shares', calls: [get(many, `/api/files/?size=20&page=0&ownerId=${sharer}`)] },
  { name: 'a shared folder', calls: [get(whole, `/api/files/${folder}?size=20&page=0`)] },
]

export const driveCases = (site: DriveSite): Case[] => [
  ...own(site),
  ...shared(site),
  ...searches('an own 120,000', site.first),
  ...searches('100,000 shared by 20 folders', site.whole),
  ...searches('113,400 shared by 5,400', site.many),
  ...searches('63 shared', site.few),
]
