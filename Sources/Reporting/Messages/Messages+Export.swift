// What is said of files that cannot be imported.

import Model

extension Messages {
  func title(_ trouble: ExportTrouble) -> DisplayText {
    switch trouble {
    case .damaged: "Damaged file"
    case .unreadable, .linkLoop: "Could not read"
    case .folderWithSeveral, .archiveWithSeveral: "More than one export"
    case .encrypted: "Encrypted file"
    case .empty, .text, .webPage, .gpx, .tcx, .fit, .clinicalDocument, .otherXML, .foreign,
      .device, .pipe, .special, .emptyFolder, .folderWithoutExport, .archiveWithoutExport:
      "No export"
    }
  }

  func message(_ file: DisplayText, _ trouble: ExportTrouble) -> DisplayText {
    let file = fullPath(file)
    func isA(_ what: String) -> DisplayText { "\(file) is \(what), not an Apple Health export." }
    return switch trouble {
    case .damaged(let line?): "\(file) is damaged at line \(number(line))."
    case .damaged(nil): "\(file) is damaged."
    case .empty: "\(file) is empty."
    case .text: isA("a text file")
    case .webPage: isA("a web page")
    case .gpx: isA("a GPX file")
    case .tcx: isA("a TCX file")
    case .fit: isA("a FIT file")
    case .clinicalDocument:
      "\(file) is the clinical document of an export, not the export itself."
    case .otherXML: isA("another kind of XML file")
    case .foreign: "\(file) is neither a zip archive nor an XML file."
    case .device: "\(file) is a device, not a file."
    case .pipe: "\(file) is a pipe, not a file."
    case .special: "\(file) is not a regular file."
    case .linkLoop: "\(file) is a symbolic link loop."
    case .emptyFolder: "\(file) is an empty folder."
    case .folderWithoutExport: "\(file) is a folder without an Apple Health export.xml."
    case .folderWithSeveral: "\(file) is a folder with more than one Apple Health export."
    case .archiveWithoutExport: "\(file) is a zip archive without an Apple Health export."
    case .archiveWithSeveral: "\(file) is a zip archive with more than one Apple Health export."
    case .encrypted: "\(file) is encrypted."
    case .unreadable(let reason): "Couldn't read \(file) (\(self.reason(reason)))."
    }
  }

  func hint(_ trouble: ExportTrouble) -> DisplayText {
    switch trouble {
    case .damaged: "Export it again and repeat the import"
    case .clinicalDocument: "Import the other XML file in its folder, or the whole zip archive"
    case .folderWithoutExport: "Pass export.zip itself, or the folder that you unpacked it to"
    case .folderWithSeveral: "Pass the one to import"
    case .archiveWithSeveral: "Unpack it, then pass the one to import"
    case .encrypted: "Unpack it with its password, then import the folder"
    case .unreadable(.notPermitted): "Make it readable, or pass another file"
    case .unreadable, .linkLoop: "Pass another file"
    case .empty, .text, .webPage, .gpx, .tcx, .fit, .otherXML, .foreign, .device, .pipe,
      .special, .emptyFolder, .archiveWithoutExport:
      "In the Health app on your iPhone, tap your picture, then Export All Health Data"
    }
  }
}
