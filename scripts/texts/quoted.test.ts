import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The texts that the specification quotes in its catalogues of errors, word for word, misspellings included. `{…}` stands for a value. */
const quoted = [
  // records
  'Deleted Successfully!',
  'Task Closed Successfully!',
  'Are you sure?',
  "You won't be able to revert this!",
  'Yes, delete it!',
  'Cancel',
  'You can re share again!',
  'Yes, Un Share it!',
  'Are you sure you want to delete all these files?',
  'You can not revert this!',
  'Yes, Delete All!',
  'Summary updated successfully, an email will be shared with users who are in the sharing list.',
  'Total file size exceeds {size} MB. Please upload smaller files.',
  'Share with at least 1 email address!',
  'Select at least 1 file to share!',
  'Un Share with at least 1 email address!',
  'Select at least 1 file to unshare!',
  'Select a user from the filters!',
  'Select at least 1 file to delete!',
  'File uploaded successfully.',
  'Renamed successfully!',
  'Deleted Successfully',
  'Successfully unshared file!',
  'Shared successfully with {count} emails!',
  'Mass Upload Successful',
  'Error',
  'Something went wrong!',
  'Brand Name is Required',
  'Brand Name updated successfully!',
  'Something went wrong! Please try again later!',
  'Brand Logo uploaded successfully!',
  'Upload Unuccessful',
  'Brand Logo not uploaded successfully!',
  'Setting Updated Successfully!',
  'Description Updated Successfully!',
  'Updated successfully!',
  'Validation',
  'Please select at least one contact for the audience list!',
  'Please set your survey type in settings first!',
  'Your review Campaign has been created Successfully! Contacts will be notified shortly!',
  'Added Failed',
  'Your contacts were not added to the audience list!',
  'Added Audience',
  'Audience Updated',
  'All fields are mandatory',
  'Error!',
  'All fields are mandatory!',
  'Uh-oh seems like we are facing some technical glitch at our end!',
  'Query Submitted',
  'Thank you for sharing your query with us. We will shortly reply you back.',
  'Please answer all questions.',
  'No questions available.',
  'All fields are mandatory to proceed!',
  'Thank you! Your responses have been recorded successfully. We will share the findings with you over the email.',
  'Subscription Required: This content is available only to plan Advance and above. Please upgrade your plan to continue.',
  'Subscription Required: This content is available only to subscribers. Please upgrade your plan to continue.',
  'No summaries available',
  'No Data available to show!',
  'No breakdown available',
  'No data available',
  'N/A',
  'No Data Present',
  // platform
  'Username or password is incorrect.',
  'Upload Successful',
  'No data available for the selected filters',
  'Info! No notifications.',
  'Info! No permission is assigned yet.',
  'Invalid Date',
  'An email has been sent to you, please check the instructions to reset your password!',
  'Failed to send reset email. Please try again later.',
  'Password successfully Changed. You will be redirected to login Screen! Please login again.',
  'Account Created Successfully',
  'Your free account has been created successfully! Please check your email for further instructions!',
  'Company Name is required!',
  'Password Reset',
  'Your password has been reset successfully!',
  'Failed to reset password.',
  'All fields are required!',
  'Unauthorised!',
  'You are not authorised to access this page',
  'Back To Home',
] as const

const root = join(import.meta.dirname, '../..')

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8').replaceAll(String.raw`\'`, "'"))

/** The texts of the code: what is in quotes, each form of a plural separately, with any name for a value. */
const textsOf = (code: string) =>
  [...code.matchAll(/'((?:[^'\n]|(?<=\w)'(?=\w))*)'|"([^"\n]*)"|`([^`\n]*)`/g)]
    .flatMap(([, single, double, template]) => (single ?? double ?? template ?? '').split('|'))
    .map((text) => text.replaceAll(/\$?\{[^}]*\}/g, '{}'))

test('the code contains, word for word, every text quoted in the specification’s error catalogues', () => {
  const code = ['apps/web/app', 'apps/server/src', 'packages/contract/src'].flatMap(filesIn)
  const textsInCode = new Set(code.flatMap(textsOf))
  expect(quoted.filter((text) => !textsInCode.has(text.replaceAll(/\{[^}]*\}/g, '{}')))).toEqual([])
})
