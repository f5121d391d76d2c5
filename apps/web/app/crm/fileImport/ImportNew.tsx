import { Alert, Button, Group, Paper, Radio, Stack } from '@mantine/core'
import { type ImportKind, importKinds, importRules } from '@tradewind/contract/crm/bulk/fileImport.constants'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { failureOf } from '#kit/api/failure'
import { useUpload } from '#kit/api/upload'
import { useArea, useNavigateFromHere } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { PageHeader } from '#ui/page/PageHeader'
import { FileDrop } from './FileDrop.tsx'
import { handedOverFile, handOver, IMPORTED, kindNames } from './fileImport.ts'
import { UploadProgress } from './Workbook.tsx'

export const handle = { name: phrase('Import from a file') }
export const clientLoader = guard({ rules: contactPolicy.upload })

/** Uploads the file and opens the import that was created from it. */
const useFile = (kind: ImportKind) => {
  const at = useArea()
  const navigate = useNavigateFromHere()
  const { send, progress, cancel } = useUpload('POST /api/massUpload/')
  const [problem, setProblem] = useState('')
  const open = (file: File) => {
    setProblem('')
    return send({ file, kind }, async ({ data }) => navigate(at(`import/show/${data.uniqueId}`))).catch((error: unknown) =>
      setProblem(failureOf(error).message),
    )
  }
  return { send: open, progress, problem, cancel }
}

export default function ImportNew() {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const [kindParam, setKindParam] = useParam('kind')
  const allowed = importKinds.filter((one) => can(actor, importRules[one]))
  const kind = allowed.find((one) => one === kindParam) ?? allowed[0] ?? 'contact'
  const [file, setFile] = useState(handedOverFile)
  useEffect(() => handOver(null), [])
  const { send, progress, problem, cancel } = useFile(kind)
  const words = {
    title: t('Choose a file, or drop it here'),
    text: t('CSV up to 200 MB, or Excel (.xlsx) up to 50 MB'),
  }
  return (
    <Stack gap="md" maw={720}>
      <PageHeader title={t('Import from a file')} trail={[{ text: t(kindNames[kind]), path: `${kind}/list` }]}>
        <Button component={Link} to={at('import/list')} variant="default">
          {t('Earlier imports')}
        </Button>
      </PageHeader>
      <Paper withBorder p="md">
        <Stack>
          <Radio.Group label={t('What does the file contain?')} value={kind} onChange={setKindParam}>
            <Group mt={6}>
              {allowed.map((one) => (
                <Radio key={one} value={one} label={t(kindNames[one])} disabled={progress !== null} />
              ))}
            </Group>
          </Radio.Group>
          <FileDrop file={file} onFile={setFile} disabled={progress !== null} accept={IMPORTED} words={words}>
            {t('Save it as an Excel workbook (.xlsx) or as CSV, and choose that file.')}
          </FileDrop>
          {progress !== null && <UploadProgress share={progress} onCancel={cancel} />}
          {problem && (
            <Alert color="red" role="alert" title={t('This file cannot be read')}>
              {t(problem)}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button disabled={!file || progress !== null} onClick={() => file && void send(file)}>
              {t('Continue')}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Stack>
  )
}
