import type * as source from '../saving.ts';

export const saving = {
  save: 'सेव करें',
  saved: 'सेव है',
  saveOf: (name) => `सेव करें: ${name}`,
  didSave: 'सेव हो गया।',
  didRemove: 'आपकी सूची से हट गया।',
  seeList: 'सूची देखें',
  notKept: 'सेव नहीं हुआ। यह ब्राउज़र इस साइट का कुछ नहीं रखता, या इसकी जगह भर गई है।',
  notSent: 'सर्वर से कोई जवाब नहीं मिला। आपका लिखा हुआ यहीं है। इंटरनेट चलने पर फिर कोशिश करें।',
  notLoaded: 'सेव नहीं हुआ। अपना इंटरनेट देखें और फिर कोशिश करें।',
} satisfies typeof source.saving;
