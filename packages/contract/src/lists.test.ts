import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './kit/endpoint.ts'

/**
 * The first few hits of each kind, the possible matches, all questions of a survey, consecutive days, a filter's countries, the path of a folder, what is
 * pending today, what a deletion or a merge would take along, the names that an upload meets: none of these is paged.
 */
const unpagedLists = [
  'search.search',
  'company.similar',
  'contact.similar',
  'auditQuestion.tenant',
  'reviewQuestion.tenant',
  'reviewSetting.questions',
  'reviewAnswer.historicData',
  'trust.countries',
  'drive.folderStructure',
  'eventInvitation.list',
  'calendar.feeds',
  'dashboard.countries',
  'home.read',
  'home.firstSteps',
  'trash.kinds',
  'company.merged',
  'contact.merged',
  'company.merging',
  'contact.merging',
  'admin.belonging',
  'trash.belonging',
  'driveUpload.clashes',
]

const calls = Object.entries(api as Record<string, Record<string, Endpoint>>).flatMap(([feature, ofFeature]) =>
  Object.entries(ofFeature).map(([name, call]) => [`${feature}.${name}`, call] as const),
)
const lists = calls.filter(([name, { replyType }]) => replyType === 'list' && !unpagedLists.includes(name))

/** They change something: the notice shows the status and the message of the envelope, as the specification says. */
const writesWithList = [
  'userPermission.assign',
  'eventInvitation.invite',
  'drive.move',
  'drive.bullkDelete',
  'drive.restore',
  'driveShare.share',
  'driveShare.unshare',
  'driveShare.bulkUnShare',
  'driveShare.changeLastDay',
  'driveUpload.upload',
  'attachment.attach',
]

test('a call that reads a list answers a bare array, without the envelope, also by POST', () => {
  const wrapped = calls.filter(([, { reply, replyType }]) => reply instanceof z.ZodArray && replyType !== 'list')
  expect(wrapped.map(([name]) => name).toSorted()).toEqual(writesWithList.toSorted())
})

test.each(lists)('%s accepts a page, a page size and a sort order', (_, { input }) => {
  const { properties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(['page', 'size', 'sort']))
})
