import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PdfDocument from 'pdfkit'

/** A PDF of so many pages: A4 upright, and every third landscape. It can only be opened with the password, if there is one. */
export const textPdf = async (pages: number, userPassword?: string) => {
  const pdf = new PdfDocument({ size: 'A4', ...(userPassword && { userPassword, ownerPassword: 'other' }) })
  const bytes = buffer(pdf)
  for (let page = 1; page <= pages; page++) {
    if (page > 1) pdf.addPage({ size: 'A4', layout: page % 3 === 0 ? 'landscape' : 'portrait' })
    pdf.text(`Page ${page}`)
  }
  pdf.end()
  return bytes
}

const stream = (dictionary: string, content: Buffer) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`

/** A PDF of these objects, the first of which is its catalog. */
const pdfOf = (objects: readonly string[]) => {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\n`
  return Buffer.from(`${text}${end}startxref\n${text.length}\n%%EOF\n`, 'latin1')
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>'

/** A PDF of one page with this box, content and resources. */
export const pagePdf = (box: string, content = '', resources = '', objects: readonly string[] = []) =>
  pdfOf([
    catalog,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << ${resources} >> >>`,
    stream('/Filter /FlateDecode', deflateSync(content)),
    ...objects,
  ])

/** A PDF whose tree of pages has these children, each of which is the same page: 3 0 R; 2 0 R is the tree itself. */
export const treePdf = (kids: string, count: number) =>
  pdfOf([
    catalog,
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ])

const A4 = '0 0 595 842'
const form = (content: string, resources = '') =>
  stream(`/Type /XObject /Subtype /Form /Group << /S /Transparency >> /BBox [0 0 600 900] ${resources}`, Buffer.from(content))

/** A PDF that takes minutes to draw. */
export const slowPdf = () =>
  pagePdf(A4, 'q /G gs /F0 Do Q\n'.repeat(20_000), '/ExtGState << /G << /ca 0.5 /BM /Multiply >> >> /XObject << /F0 5 0 R >>', [
    form('0 0 500 500 re f'),
  ])

/** PDFs that take much memory: a form that draws itself, content of 200 MB, and a picture of 64 megapixels. */
export const hungryPdfs = (): Record<string, Buffer> => {
  const picture =
    '/Type /XObject /Subtype /Image /Width 8000 /Height 8000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode'
  return {
    form: pagePdf(A4, '/F0 Do', '/XObject << /F0 5 0 R >>', [form('/F0 Do /F0 Do', '/Resources << /XObject << /F0 5 0 R >> >>')]),
    content: pagePdf(A4, '0 0 m 500 800 l 100 20 l S\n'.repeat(8_000_000)),
    picture: pagePdf(A4, '595 0 0 842 0 0 cm /I Do', '/XObject << /I 5 0 R >>', [
      stream(picture, deflateSync(Buffer.alloc(100_000_000))),
    ]),
  }
}
