import { expect, test } from 'vitest'
import { companyFields } from '../crm/company.fields.ts'
import { contactFields } from '../crm/contact.fields.ts'
import { eventFields } from '../crm/event.fields.ts'
import { meetingReportFields } from '../crm/meetingReport.fields.ts'
import { nextStepsFields } from '../crm/nextSteps.fields.ts'
import { projectCompanyFields, projectFields } from '../crm/project.fields.ts'
import { outlineOf, type FieldSpecs } from './entityFields.ts'
import { columnNames } from './view.ts'

const makerColumns = (fields: FieldSpecs) => columnNames(fields).filter((name) => name.startsWith('createdBy'))

test('every list has one column for who created a record, except where only an outline is shown', () => {
  for (const fields of [companyFields, contactFields, eventFields, projectCompanyFields])
    expect(makerColumns(fields)).toEqual(['createdBy'])
  for (const fields of [meetingReportFields, nextStepsFields, projectFields])
    expect(makerColumns(fields)).toEqual(['createdByName'])
  expect(makerColumns(outlineOf(companyFields))).toEqual([])
})

test('a reference is a column where records hold the other one under the name of the field', () => {
  expect(columnNames(projectCompanyFields)).toContain('mainContact')
  expect(columnNames(nextStepsFields)).not.toContain('summaryUID')
})

test('what is computed for a list is a column, also if the page of a record does not show it', () => {
  expect(columnNames(companyFields)).toContain('lastReport')
  expect(columnNames(outlineOf(companyFields))).not.toContain('lastReport')
})
