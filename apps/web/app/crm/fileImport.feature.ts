import type { Feature } from '#kit/feature'

/** Companies and contacts from a file. The mass upload of their lists links here. */
export const fileImportFeature: Feature = {
  screens: {
    work: {
      'import/list': 'crm/fileImport/ImportList.tsx',
      'import/new': 'crm/fileImport/ImportNew.tsx',
      'import/show/:uniqueId': 'crm/fileImport/ImportShow.tsx',
    },
  },
}
