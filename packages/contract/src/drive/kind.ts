/** What search and trash call a file or folder, beside the kinds of records. */
export const DRIVE_ITEM = 'driveItem'
